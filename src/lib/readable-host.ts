// What Unicode's highly restrictive profile lets stand beside one another in a name.
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
// Letters that many fonts draw like Latin ones: a name of nothing else is a Latin name in disguise.
const LOOKALIKES = /^[асԁеһіјӏорԛѕԝхуъьҽпгѵѡικνορτυχωηγα\d-]+$/u
// Latin letters that pass for others or for a stroke of the address itself.
const DECEIVERS = /[ıȷɑɡɩſƿþǃʻʼʹⅼ·∕⁄]/u

/**
 * Whether a host may be shown as it was typed. `real` is what the address leads to, as the URL parser says it
 * (`xn--…` for letters beyond ASCII). False: show `real`, as the typed one could pass for another.
 */
export function isReadableHost(typed: string, real: string): boolean {
  const host = typed.normalize('NFC').toLowerCase()
  if (host === real) return true
  const [name = '', ...port] = host.split(':')
  // Only letters beyond ASCII may make the difference: no percent signs, no numbers that stand for an address.
  if (port.length > 1 || /^[\p{ASCII}]*$/u.test(name)) return /:(?:80|443)$/.test(host) && name === real
  // Wide and mathematical letters fold into plain ones.
  return name === name.normalize('NFKC') && name.split('.').every(isReadableLabel)
}

function isReadableLabel(label: string): boolean {
  if (/^[a-z\d-]+$/.test(label)) return true
  if (LOOKALIKES.test(label) || DECEIVERS.test(label)) return false
  return SCRIPTS.some((script) => script.test(label))
}
