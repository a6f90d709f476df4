import { foldText } from '~/lib/fold-text'
import { type Party, toTicketParty } from './check-in-attendees'

export interface Piece {
  text: string
  isHit: boolean
  /** Where this piece of the name begins: the index of its first letter in the whole name. */
  at: number
}

const DIGITS = 5

/** Folds a text like `foldText`, but letter by letter, so that matches can be marked in the original. */
export function foldLetters(text: string): string {
  return Array.from(text, (letter) => foldText(letter).charAt(0) || letter).join('')
}

/**
 * Finds people by a name that contains every word of the query, or by a ticket number or its last five digits. A number
 * finds only its own ticket: the number of a refunded ticket must not admit its holder's other tickets.
 */
export function searchParties(parties: readonly Party[], query: string): Party[] {
  const terms = foldLetters(query).split(/\s+/u).filter(Boolean)
  if (terms.length === 0) return [...parties]
  const number = query.trim().toUpperCase()
  const byNumber = parties.flatMap(({ tickets }) => {
    const matches = tickets.filter(
      (ticket) => ticket.number.toUpperCase() === number || hasLastDigits(ticket.number, number),
    )
    return matches.length === 0 ? [] : [toTicketParty(matches)]
  })
  if (byNumber.length > 0) return byNumber
  return parties
    .filter(({ name }) => {
      const own = foldLetters(name)
      return terms.every((word) => own.includes(word))
    })
    .toSorted((a, b) => rankName(a.name, terms) - rankName(b.name, terms))
}

function hasLastDigits(number: string, typed: string): boolean {
  return (
    typed.length >= DIGITS &&
    /^[\dA-Z-]+$/u.test(typed) &&
    /\d{5}$/u.test(typed) &&
    number.toUpperCase().endsWith(typed)
  )
}

/** Ranks names with a word that starts with the query before names that only contain it. */
function rankName(name: string, terms: readonly string[]): number {
  const parts = foldLetters(name).split(/[\s'-]+/u)
  return terms.every((word) => parts.some((part) => part.startsWith(word))) ? 0 : 1
}

export function markHits(name: string, query: string): Piece[] {
  const letters = Array.from(name)
  const own = foldLetters(name)
  const hits = new Set<number>()
  for (const word of foldLetters(query).split(/\s+/u).filter(Boolean)) {
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
