/** What holders of tickets are mailed about: the night is off, is moved, has its date again, or something about it differs. */
export type ToldKind = 'cancelled' | 'postponed' | 'dated' | 'changed'

/** Between what was told before and what is now; undefined when nobody needs to hear of it. */
export function toldKind(was: { status: string }, now: { status: string }): ToldKind | undefined {
  if (now.status === 'cancelled') return 'cancelled'
  if (now.status === 'draft' || was.status === 'draft') return undefined
  if (now.status === was.status) return 'changed'
  return now.status === 'postponed' ? 'postponed' : 'dated'
}
