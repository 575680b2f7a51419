import type { ClientCall } from './mcp-client-call.ts'
import type { McpRoom } from './mcp-room.ts'

/** A class made after it puts its fields on the object that it is given. */
class OnGiven {
  constructor(given: object) {
    // biome-ignore lint/correctness/noConstructorReturn: what is returned is what fields are put on
    return given
  }
}

/**
 * Parameters with the call that they belong to. The field is private, so neither the SDK nor JSON nor a copy of the
 * parameters has it, and it goes with them. A `WeakMap` would do the same, and take as long as a tenth of all that is done for a call.
 */
class ParamsUnderway extends OnGiven {
  #call: ClientCall | undefined

  constructor(params: object, call: ClientCall) {
    super(params)
    this.#call = call
  }

  static callOf(params: object): ClientCall | undefined {
    return #call in params ? params.#call : undefined
  }

  static note(params: object, call: ClientCall): void {
    if (#call in params) params.#call = call
    else new ParamsUnderway(params, call)
  }

  static forget(params: object, call: ClientCall): void {
    if (#call in params && params.#call === call) params.#call = undefined
  }
}

/** Notes that a request with these parameters belongs to the call. Only for parameters that are a copy of ours. */
export function noteUnderway(params: object, call: ClientCall): void {
  ParamsUnderway.note(params, call)
}

/** The call has ended: a later request with these parameters is another one. */
export function noteEnded(params: object, call: ClientCall): void {
  ParamsUnderway.forget(params, call)
}

/** The call that a request of this end with these parameters belongs to. */
export function callUnderway(params: object, room: McpRoom): ClientCall | undefined {
  const call = ParamsUnderway.callOf(params)
  return call?.room === room ? call : undefined
}
