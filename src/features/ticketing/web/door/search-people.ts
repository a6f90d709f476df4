import { type Party, partyOfTickets } from './door-people'

export interface Piece {
  text: string
  isHit: boolean
  /** The place of its first letter. */
  at: number
}

const DIGITS = 5

/** Letters as somebody at a door types them: without accents, in lower case. Every letter stays one letter. */
export function plain(text: string): string {
  return Array.from(text, (letter) => letter.normalize('NFD').charAt(0).toLowerCase()).join('')
}

/**
 * By every word of the query somewhere in the name, or by a ticket number; its last five digits are enough. A number finds
 * its own ticket and not what else its holder has: one that was refunded must not let the others in.
 */
export function searchParties(parties: readonly Party[], query: string): Party[] {
  const words = plain(query).split(/\s+/u).filter(Boolean)
  if (words.length === 0) return [...parties]
  const number = query.trim().toUpperCase()
  const byNumber = parties.flatMap(({ tickets }) => {
    const meant = tickets.filter(
      (ticket) => ticket.number.toUpperCase() === number || endsWithDigits(ticket.number, number),
    )
    return meant.length === 0 ? [] : [partyOfTickets(meant)]
  })
  if (byNumber.length > 0) return byNumber
  return parties
    .filter(({ name }) => {
      const own = plain(name)
      return words.every((word) => own.includes(word))
    })
    .toSorted((one, other) => rank(one.name, words) - rank(other.name, words))
}

function endsWithDigits(number: string, typed: string): boolean {
  return (
    typed.length >= DIGITS &&
    /^[\dA-Z-]+$/u.test(typed) &&
    /\d{5}$/u.test(typed) &&
    number.toUpperCase().endsWith(typed)
  )
}

/** A name of which a word begins like what is typed comes before one that only holds it. */
function rank(name: string, words: readonly string[]): number {
  const parts = plain(name).split(/[\s'-]+/u)
  return words.every((word) => parts.some((part) => part.startsWith(word))) ? 0 : 1
}

/** The name in pieces, with what was found marked. */
export function markHits(name: string, query: string): Piece[] {
  const letters = Array.from(name)
  const own = plain(name)
  const hits = new Set<number>()
  for (const word of plain(query).split(/\s+/u).filter(Boolean)) {
    const start = own.indexOf(word)
    const end = start < 0 ? start : start + word.length
    for (let at = start; at < end; at += 1) hits.add(at)
  }
  const pieces: Piece[] = []
  for (const [index, text] of letters.entries()) {
    const isHit = hits.has(index)
    const last = pieces.at(-1)
    if (last?.isHit === isHit) last.text += text
    else pieces.push({ text, isHit, at: index })
  }
  return pieces
}
