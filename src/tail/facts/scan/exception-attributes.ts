import { ATTR_EXCEPTION_MESSAGE, ATTR_EXCEPTION_TYPE } from '../../../semconv/standard.ts'

/** What is read of an exception event. */
export const EXCEPTION_ATTRIBUTES = [ATTR_EXCEPTION_TYPE, ATTR_EXCEPTION_MESSAGE].map((name) => ({
  name,
  marks: 0,
}))
