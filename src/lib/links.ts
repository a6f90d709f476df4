// Scripts that Unicode's highly restrictive profile allows together in a name.
const SCRIPTS = [
  /^[\p{Script=Latin}\p{M}\p{Nd}-]+$/u,
  /^[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}ー々\da-z-]+$/u,
  /^[\p{Script=Hangul}\p{Script=Han}\da-z-]+$/u,
  /^[\p{Script=Cyrillic}\d-]+$/u,
  /^[\p{Script=Greek}\d-]+$/u,
  /^[\p{Script=Arabic}\p{Nd}-]+$/u,
  /^[\p{Script=Hebrew}\d-]+$/u,
  /^[\p{Script=Devanagari}\p{Nd}-]+$/u,
  /^[\p{Script=Thai}\p{Nd}-]+$/u,
]

// Letters that many fonts draw like Latin ones. A name of only these letters imitates a Latin name.
const LOOKALIKES = /^[асԁеһіјӏорԛѕԝхуъьҽпгѵѡικνορτυχωηγα\d-]+$/u

// Latin letters that imitate other letters or the punctuation of URLs.
const DECEIVERS = /[ıȷɑɡɩſƿþǃʻʼʹⅼ·∕⁄]/u

/** A part of a text, starting at index `at`: plain text, or the text of a link. */
export type LinkPart = { text: string; at: number; href?: string }

// Matches URLs. They never contain invisible characters or those that would end an attribute.
const addresses = /(?:(?<![\p{L}\p{N}])https?:\/\/|(?<![\p{L}\p{N}@./-])www\.)[^\s\p{Cc}\p{Cf}<>"\\`]+/giu
const CLOSING = new Map([
  [')', '('],
  [']', '['],
  ['}', '{'],
])
const ENDING = new Set(`.,;:!?'’”»›…。、，！？；：`)

/**
 * Splits a text into plain text and links: `https://…`, or `www.…`, which is linked with https. The joined parts equal
 * the text, except that deceptive hosts are replaced by their ASCII form.
 */
export function splitIntoLinkParts(text: string): LinkPart[] {
  const parts: LinkPart[] = []
  let end = 0
  for (const { 0: found, index } of text.matchAll(addresses)) {
    const address = stripTrailingPunctuation(found)
    const link = toLinkPart(address, index)
    if (!link) continue
    if (index > end) parts.push({ text: text.slice(end, index), at: end })
    parts.push(link)
    end = index + address.length
  }
  if (end < text.length) parts.push({ text: text.slice(end), at: end })
  return parts
}

/** Removes trailing punctuation, and brackets opened before the URL. */
function stripTrailingPunctuation(found: string): string {
  const surplus = new Map<string, number>()
  for (const [close, open] of CLOSING) surplus.set(close, countSign(found, close) - countSign(found, open))
  let length = found.length
  for (; length > 0; length -= 1) {
    const last = found.charAt(length - 1)
    const left = surplus.get(last) ?? 0
    if (left > 0) surplus.set(last, left - 1)
    else if (!ENDING.has(last)) break
  }
  return found.slice(0, length)
}

const countSign = (text: string, sign: string) => text.split(sign).length - 1

function toLinkPart(address: string, at: number): LinkPart | undefined {
  const [, scheme = '', typed = '', rest = ''] = /^(https?:\/\/)?([^/?#]*)(.*)$/isu.exec(address) ?? []
  const url = typed === '' ? undefined : parseUrl(scheme === '' ? `https://${address}` : address)
  // Refuses `www.` alone, and `www.word` at the end of a sentence.
  if (scheme === '' && !/^www\.[^.]+\.[^.]/iu.test(typed)) return undefined
  // Refuses a URL such as `https://bank.example@elsewhere.example`, which opens elsewhere.example.
  if (!url || url.hostname === '' || typed.includes('@')) return undefined
  if (isReadableHost(typed, url.host)) return { text: address, at, href: url.href }
  return { text: `${scheme}${url.host}${rest}`, at, href: url.href }
}

function parseUrl(address: string): URL | undefined {
  try {
    return new URL(address)
  } catch {
    return undefined
  }
}

/**
 * Whether a host may be shown as typed. `real` is the parsed host, with `xn--…` for non-ASCII letters. If this returns
 * false, show `real`, because the typed host could imitate another one.
 */
function isReadableHost(typed: string, real: string): boolean {
  const host = typed.normalize('NFC').toLowerCase()
  if (host === real) return true
  const [name = '', ...port] = host.split(':')
  // A host of ASCII letters must equal the parsed one, without percent-encoding or numeric addresses.
  if (port.length > 1 || /^[\p{ASCII}]*$/u.test(name)) return /:(?:80|443)$/.test(host) && name === real
  // Refuses full-width and mathematical letters, which normalize to plain ones.
  return name === name.normalize('NFKC') && name.split('.').every(isReadableLabel)
}

function isReadableLabel(label: string): boolean {
  if (/^[a-z\d-]+$/.test(label)) return true
  if (LOOKALIKES.test(label) || DECEIVERS.test(label)) return false
  return SCRIPTS.some((script) => script.test(label))
}
