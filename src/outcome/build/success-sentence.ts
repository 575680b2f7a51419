import type { EmptyReason } from '../../semconv/attributes/result.ts'
import type { CoverageStatement, FreshnessStatement, SuccessEnvelope } from '../envelope/success-envelope.ts'
import { amountOf, listed, sentence, shown } from './describe.ts'

const EMPTY_MEANS: Readonly<Record<EmptyReason, string>> = {
  no_match: 'Nothing there matches what was searched for.',
  filtered_out: 'There are items, and the filters leave none of them.',
  out_of_range: 'The range that was asked for lies outside the data.',
  not_indexed: 'What was searched for is not part of what can be searched here.',
  _OTHER: 'The reason is one of the tool’s own.',
}

/** What a success envelope says, for the model (REQ-9, REQ-12). Every number in it stands in the envelope. */
export function successSentence(envelope: SuccessEnvelope): string {
  const { status, searched, gaps, message } = envelope
  const parts = [headline(envelope)]
  if (message !== undefined && message !== '' && status !== 'completed') parts.push(sentence(message))
  if (searched !== undefined) parts.push(`Searched for: ${sentence(shown(searched))}`)
  if (status === 'found_none') parts.push(...emptiness(envelope))
  if (envelope.scanned !== undefined) parts.push(`Looked at ${amountOf(envelope.scanned, 'item')}.`)
  if (envelope.coverage !== undefined) parts.push(coverage(envelope.coverage, envelope))
  if (gaps !== undefined) for (const gap of gaps) parts.push(gapWords(gap.source, gap.message))
  if (envelope.freshness !== undefined) parts.push(freshness(envelope.freshness))
  parts.push(...rest(envelope))
  return parts.filter((part) => part !== '').join(' ')
}

function headline({ status, count, total, message, fallback }: SuccessEnvelope): string {
  if (status === 'completed') return message === undefined || message === '' ? 'Done.' : sentence(message)
  if (status === 'accepted') return 'The work was started; its result comes later.'
  if (status === 'input_required') return 'An answer of the user is needed before this can go on.'
  if (status === 'found_none') return '0 results matched.'
  const of = total === undefined ? '' : ` of ${total}`
  const kind = fallback === true ? 'An earlier answer stands in for a current one: found' : 'Found'
  return count === undefined ? `${kind} something.` : `${kind} ${amountOf(count, 'result')}${of}.`
}

function emptiness({ emptyReason, emptyDetail }: SuccessEnvelope): string[] {
  const parts: string[] = []
  if (emptyReason !== undefined) parts.push(EMPTY_MEANS[emptyReason])
  if (emptyDetail !== undefined) parts.push(sentence(emptyDetail))
  return parts
}

function coverage(stated: CoverageStatement, { status, sources }: SuccessEnvelope): string {
  const { sourcesExpected, sourcesCovered, missing } = stated
  const names = sources === undefined || sources.length === 0 ? '' : ` (${listed(sources)})`
  const answered =
    sourcesExpected === undefined || sourcesCovered === undefined
      ? ''
      : ` ${sourcesCovered} of ${amountOf(sourcesExpected, 'source')} answered${names}.`
  if (stated.status === 'complete') return `Coverage is complete.${answered}`
  if (stated.status === 'partial') {
    const without =
      missing === undefined || missing.length === 0 ? '' : ` No answer from: ${listed(missing)}.`
    return `Coverage is partial: there may be more.${answered}${without}`
  }
  const proof = status === 'found_none' ? ', so this does not prove that there is none' : ''
  return `Whether everything was looked at is not known${proof}.${answered}`
}

function gapWords(source: string, message: string | undefined): string {
  return message === undefined ? '' : `${source}: ${sentence(message)}`
}

function freshness({ status, observedAt, ageMs, maxAgeMs }: FreshnessStatement): string {
  const at = observedAt === undefined ? '' : ` as of ${observedAt}`
  const old = ageMs === undefined ? '' : `, ${ageMs} ms old`
  const allowed = maxAgeMs === undefined ? '' : ` (${maxAgeMs} ms allowed)`
  const kind = status === 'stale' ? 'stale' : status === 'fresh' ? 'fresh' : 'of unknown freshness'
  return `The data is ${kind}${at}${old}${allowed}.`
}

function rest({ truncated, hasMore, nextCursor }: SuccessEnvelope): string[] {
  const parts: string[] = []
  if (truncated === true) parts.push('The results were cut.')
  if (hasMore === true) {
    parts.push(
      nextCursor === undefined ? 'A next page exists.' : `The next page starts at cursor "${nextCursor}".`,
    )
  }
  return parts
}
