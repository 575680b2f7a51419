/** Longer sentences tell something. */
const SENTENCE_LIMIT = 100

/**
 * "None" in other languages: a negation at the start and the stem of "found", "result", "entry" or "data" soon
 * after it. One row a language.
 */
const LATIN_PHRASES: readonly RegExp[] = [
  /^(?:es wurden? )?(?:keine?[nrs]?|nichts)\b[^,;:.]{0,50}(?:gefunden|treffer|ergebnis|eintr[aä]g|daten|vorhanden)/iu,
  /^(?:aucune?|rien|il n['’]y a (?:aucun|pas))(?![\p{L}\d])[^,;:.]{0,50}(?:trouv|r[ée]sultat|donn[ée]e|correspond)/iu,
  /^(?:no se (?:encontr|hall)|sin (?:resultado|dato)|ning[uú]n[ao]?\b[^,;:.]{0,40}(?:resultado|dato|encontrad|registro))/iu,
  /^(?:nessun[ao]?|niente)\b[^,;:.]{0,50}(?:trovat|risultat|dat[io]\b|corrispond)/iu,
  /^(?:nenhum[a]?|não (?:foram|há|foi))(?![\p{L}\d])[^,;:.]{0,50}(?:encontrad|resultado|dado|registro)/iu,
  /^(?:geen|niets)\b[^,;:.]{0,50}(?:gevonden|result|gegevens)/iu,
  /^(?:inga?|ingen|ikke noe)\b[^,;:.]{0,50}(?:hittad|funne|fundet|funnet|resultat|tr[äe]ff)/iu,
  /^(?:nie znaleziono|brak (?:wynik|danych))/iu,
]
/** The letters that these begin with. */
const FIRST_OF_LATIN = 'abegiknrs'

/** The same in other scripts; where words are not parted by spaces, the phrase itself. */
const OTHER_PHRASES: readonly RegExp[] = [
  /^(?:ничего не найдено|нет (?:результат|данных)|не найдено)/iu,
  /^(?:没有(?:找到|结果|数据|匹配)|未找到|无(?:结果|数据|匹配)|沒有(?:找到|結果))/u,
  /^.{0,20}(?:見つかりません|該当(?:なし|する.{0,12}ありません)|結果(?:なし|はありません))/u,
  /^.{0,20}(?:결과가 없|찾을 수 없|데이터가 없)/u,
]
/** So far into a sentence such a phrase begins at most. */
const FIRST_OF_OTHER_LIMIT = 24

/** All of them in one: a sentence is looked at once. */
const ANY_LATIN = anyOf(LATIN_PHRASES)
const ANY_OTHER = anyOf(OTHER_PHRASES)

function anyOf(phrases: readonly RegExp[]): RegExp {
  return new RegExp(phrases.map(({ source }) => source).join('|'), 'iu')
}

/** Whether a short sentence says in another language that nothing was found. */
export function saysNoneElsewhere(sentence: string): boolean {
  if (sentence.length > SENTENCE_LIMIT) return false
  return (
    (FIRST_OF_LATIN.includes(sentence.charAt(0).toLowerCase()) && ANY_LATIN.test(sentence)) ||
    (!isAsciiAtFirst(sentence) && ANY_OTHER.test(sentence))
  )
}

function isAsciiAtFirst(sentence: string): boolean {
  const end = Math.min(sentence.length, FIRST_OF_OTHER_LIMIT)
  for (let at = 0; at < end; at++) if (sentence.charCodeAt(at) > 0x7f) return false
  return true
}
