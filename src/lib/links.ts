import { isReadableHost } from './readable-host'

/** A part of a text, `at` characters into it: plain words, or the words of a link. */
export type LinkPart = { text: string; at: number; href?: string }

// Invisible characters, and those that would end an attribute, are never part of an address.
const addresses = /(?:(?<![\p{L}\p{N}])https?:\/\/|(?<![\p{L}\p{N}@./-])www\.)[^\s\p{Cc}\p{Cf}<>"\\`]+/giu
const CLOSING = new Map([
  [')', '('],
  [']', '['],
  ['}', '{'],
])
const ENDING = new Set(`.,;:!?'’”»›…。、，！？；：`)

/**
 * Splits a text into words and addresses (`https://…`, or `www.…`, which leads to https). Joined again, the parts give the text,
 * except for hosts that look like another one: those are shown in ASCII.
 */
export function linkParts(text: string): LinkPart[] {
  const parts: LinkPart[] = []
  let end = 0
  for (const { 0: found, index } of text.matchAll(addresses)) {
    const address = withoutEnding(found)
    const link = linkOf(address, index)
    if (!link) continue
    if (index > end) parts.push({ text: text.slice(end, index), at: end })
    parts.push(link)
    end = index + address.length
  }
  if (end < text.length) parts.push({ text: text.slice(end), at: end })
  return parts
}

/** Removes the punctuation of the sentence, and brackets that were opened before the address. */
function withoutEnding(found: string): string {
  const surplus = new Map<string, number>()
  for (const [close, open] of CLOSING) surplus.set(close, countOf(found, close) - countOf(found, open))
  let length = found.length
  for (; length > 0; length -= 1) {
    const last = found.charAt(length - 1)
    const left = surplus.get(last) ?? 0
    if (left > 0) surplus.set(last, left - 1)
    else if (!ENDING.has(last)) break
  }
  return found.slice(0, length)
}

const countOf = (text: string, sign: string) => text.split(sign).length - 1

function linkOf(address: string, at: number): LinkPart | undefined {
  const [, scheme = '', typed = '', rest = ''] = /^(https?:\/\/)?([^/?#]*)(.*)$/isu.exec(address) ?? []
  const url = typed === '' ? undefined : parse(scheme === '' ? `https://${address}` : address)
  // `www.` alone, and `www.word` at the end of a sentence, are no addresses.
  if (scheme === '' && !/^www\.[^.]+\.[^.]/iu.test(typed)) return undefined
  // `https://bank.example@elsewhere.example` leads elsewhere.
  if (!url || url.hostname === '' || typed.includes('@')) return undefined
  if (isReadableHost(typed, url.host)) return { text: address, at, href: url.href }
  return { text: `${scheme}${url.host}${rest}`, at, href: url.href }
}

function parse(address: string): URL | undefined {
  try {
    return new URL(address)
  } catch {
    return undefined
  }
}
