import { foldText } from '~/lib/fold-text'

/** The limits of the database table: plus-ones per guest, and characters of a guest's name. */
export const MAX_PLUS_ONES = 20
export const MAX_GUEST_NAME = 100

/** The maximum number of names per list and per request. */
export const MAX_GUESTS = 2000
export const MAX_GUESTS_PER_REQUEST = 500

export interface ParsedGuest {
  name: string
  plusOnes: number
  guestOf: string
}

export interface ParsedGuestLine {
  line: number
  text: string
  /** Null when the line is invalid; `problem` has the reason. */
  guest: ParsedGuest | null
  problem: string | null
}

// `+2`, `+ 2`, `plus 2`. Counts like `x3` are part of the name: they may or may not include the guest.
const PLUS = /(?:^|\s)(?:\+\s?|plus\s)(\d{1,4}|one)$/iu
// RFC 4180: quoted fields may contain separators, and doubled quotes. A count of plus-ones may follow the closing quote.
// Any other quote is part of the name.
const FIELD = / *(?:"((?:[^"]|"")*)"( *(?:\+ ?|plus )(?:\d{1,4}|one))? *|([^\t;,]*))(?:[\t;,]|$)/giu
// The number of fields per line after a header: name, plus-ones, guest of.
const HEADED_FIELDS = 3
const BULLET = /^(?:[-*•–]\s+|\d{1,4}[.)]\s+)/u

/**
 * Parses pasted names, one per line: `Ilse Brandt +2, Juno Okafor` is Ilse Brandt with two plus-ones, a guest of Juno
 * Okafor. Tabs and semicolons also separate fields, and quotes work as in CSV. Bullets and numbers before a name are
 * dropped, and empty lines ignored. After a header, which starts with `Name`, columns after the third are ignored: the
 * exported guest list has times there. A name that is in `known` or an earlier line is refused, ignoring case and accents.
 */
export function parseGuestLines(text: string, known: readonly string[] = []): ParsedGuestLine[] {
  const listed = new Set(known.map(foldText))
  const above = new Set<string>()
  const lines = text
    .split(/\r\n|[\n\r\u2028\u2029]/u)
    .map((line, index) => ({ line: index + 1, text: line.trim() }))
    .filter((line) => line.text !== '')
    .map((line) => ({ ...line, fields: splitFields(line.text) }))
  const hasHeader = foldText(lines[0]?.fields[0] ?? '') === 'name'
  const rows = hasHeader
    ? lines.slice(1).map((line) => ({ ...line, fields: line.fields.slice(0, HEADED_FIELDS) }))
    : lines
  return rows.map(parseGuestLine).map((read) => {
    const name = read.guest && foldText(read.guest.name)
    if (name === null) return read
    const problem = listed.has(name)
      ? 'Already on the list'
      : above.has(name)
        ? 'Already in an earlier line'
        : null
    above.add(name)
    return problem === null ? read : { ...read, guest: null, problem }
  })
}

function splitFields(text: string): string[] {
  return [...text.replace(BULLET, '').matchAll(FIELD)].map(([, quoted, count = '', plain = '']) => {
    const field = quoted === undefined ? plain : `${quoted.replaceAll('""', '"')} ${count}`
    return field.trim().replaceAll(/\s+/gu, ' ')
  })
}

function parseGuestLine({
  line,
  text,
  fields,
}: {
  line: number
  text: string
  fields: readonly string[]
}): ParsedGuestLine {
  const refuse = (problem: string): ParsedGuestLine => ({ line, text, guest: null, problem })
  // Spreadsheets may have the number in its own column: `Ilse Brandt, +2, Juno Okafor` or `Ilse Brandt;2;Juno Okafor`.
  const [head = '', second, ...rest] = fields
  const own = parsePlusOnes(head)
  const column =
    own.plus === 0 && second !== undefined ? (/^(?:\+\s?)?(\d{1,4})$/u.exec(second)?.[1] ?? null) : null
  const plusOnes = column === null ? own.plus : Number(column)
  const guestOf = (column === null ? [second ?? '', ...rest] : rest).filter((part) => part !== '').join(', ')
  const name = own.name
  if (name === '') return refuse('No name')
  if (name.length > MAX_GUEST_NAME) return refuse(`The name is longer than ${MAX_GUEST_NAME} characters`)
  if (guestOf.length > MAX_GUEST_NAME)
    return refuse(`The text after the comma is longer than ${MAX_GUEST_NAME} characters`)
  if (plusOnes > MAX_PLUS_ONES) return refuse(`At most ${MAX_PLUS_ONES} plus-ones`)
  return { line, text, guest: { name, plusOnes, guestOf }, problem: null }
}

function parsePlusOnes(text: string): { name: string; plus: number } {
  const found = PLUS.exec(text)
  if (!found) return { name: text, plus: 0 }
  const count = (found[1] ?? '').toLowerCase()
  return { name: text.slice(0, found.index).trim(), plus: count === 'one' ? 1 : Number(count) }
}
