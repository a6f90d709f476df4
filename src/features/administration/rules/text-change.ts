const CONTEXT = 20
const MAX_LENGTH = 80

/**
 * Returns the part of a text that changed, on one line and with at most 80 characters per side: `“…the fee is 10 %.” →
 * “…the fee is 12 %.”`.
 */
export function formatTextChange(was: string, now: string): string {
  const [before, after] = [joinLines(was), joinLines(now)]
  const most = Math.min(before.length, after.length)
  let head = 0
  while (head < most && before[head] === after[head]) head += 1
  let tail = 0
  while (tail < most - head && before.at(-1 - tail) === after.at(-1 - tail)) tail += 1
  const start = findWordStart(before, Math.max(0, head - CONTEXT))
  const show = (text: string) => quote(text, start, text.length - Math.max(0, tail - CONTEXT))
  return `${show(before)} → ${show(after)}`
}

const joinLines = (text: string) => text.replaceAll(/\s+/g, ' ').trim()

function findWordStart(text: string, from: number): number {
  return from === 0 ? 0 : text.lastIndexOf(' ', from) + 1
}

function quote(text: string, from: number, to: number): string {
  if (text === '') return 'empty'
  const end = Math.min(to, from + MAX_LENGTH)
  return `“${from > 0 ? '…' : ''}${text.slice(from, end)}${end < text.length ? '…' : ''}”`
}
