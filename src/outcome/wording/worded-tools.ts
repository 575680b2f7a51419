import { snakeKey } from '../evidence/key-words.ts'

/**
 * Tools whose right answer is words about anything: what others wrote, what words mean, what is said in other words.
 * Those words may be "Access denied". By the words of a tool's name; one list a kind.
 */
const KINDS: readonly string[] = [
  'news|headlines?|articles?|blogs?|tweets?',
  'lyrics|poems?|jokes?|subtitles?|captions?|transcripts?|transcribe|transcription|ocr',
  'translate|translations?|translator|interpret|paraphrase|rephrase|rewrite|proofread|summari[sz]e',
  'explain|explanation|define|definitions?|dictionary|glossary|thesaurus|faq',
  'lint|linter|review|commits|commit_messages?|changelog',
  '(?:write|draft|compose|generate)_(?:[a-z]{1,20}_)?(?:text|story|poem|email|letter|essay|article|reply|post)',
]
const IN_WORDS = new RegExp(`(?:^|_)(?:${KINDS.join('|')})(?:_|$)`)
/** What these do is not what they say. */
const ACTS =
  /^(?:send|post|create|delete|remove|update|edit|publish|add|submit|save|upload|move|set|git_commit)(?:_|$)/

/** Whether the right answer of a tool is words, which may be about errors. */
export function answersInWords(tool: string | undefined): boolean {
  if (tool === undefined) return false
  const name = snakeKey(tool)
  return IN_WORDS.test(name) && !ACTS.test(name)
}

/** What only a machine writes: a status with its phrase, a code, what a client says of a call that it made. */
const OF_A_MACHINE =
  /\b[45]\d\d[ :-]{1,3}(?:bad|unauthori[sz]ed|forbidden|not found|too many requests|internal server|service unavailable|gateway)\b|\bhttp(?:\/[\d.]{1,3})? [45]\d\d\b|\bstatus(?: code)?[ :=]{1,3}[45]\d\d\b|\b(?:ECONN[A-Z]{3,8}|ENOTFOUND|ETIMEDOUT|EAI_AGAIN|EACCES|EPERM|ENOENT)\b|(?:^|\D)-32\d{3}\b|\bapi[ _-]key\b|\brate.?limit|\btimeout of \d|\btimed out after \d|\boverloaded\b|\bfetch failed\b|\bsocket hang up\b|^error (?:fetching|calling|connecting|requesting|querying|retrieving|loading|searching)\b|^mcp error\b/i

/** Databases and programs shout; people hardly do. */
const SHOUTS = /^(?:ERROR|FATAL)\b/

/** Whether a text, however it begins, has something in it that only a machine writes. Give it a bounded text. */
export function isOfAMachine(text: string): boolean {
  return SHOUTS.test(text) || OF_A_MACHINE.test(text)
}

/** A sentence about errors: it goes on to say what they mean or when they come. */
const ABOUT_ERRORS =
  /^(?:(?!\. )[^\n]){1,160}?\b(?:means?(?: that| ["'“]|\b(?= (?:the|you|your|a|an|no|it)\b))|refers to|stands for|(?:occurs?|happens?|appears?|comes) (?:when|if|whenever)|(?:is|are|gets) (?:sent|returned|raised|thrown|shown|emitted|displayed) (?:when|whenever|if|by|to)\b|raises it when|throws it when)/i
/** "Failed to process your order? Contact us." */
const ASKS = /^(?:failed|unable|cannot|can['’]t|could(?: not|n['’]t)) [^.!?\n]{1,120}\?/i

/** Whether a text that opens like an error speaks of errors and is none. Give it a bounded text. */
export function speaksOfErrors(text: string): boolean {
  return ABOUT_ERRORS.test(text) || ASKS.test(text)
}
