import { type Changes, type FieldName, fieldsOf, isSame, type EventValues } from './event-values'

export type Merged = {
  /** What the server holds now; rows and texts that only look different keep their own. */
  base: EventValues
  /** What is still to be saved. */
  unsaved: Changes
  /** Fields that both sides have changed, to different things. */
  both: FieldName[]
  /** Fields that they alone have changed. */
  theirs: FieldName[]
}

/** Three ways: what we began from, what we have changed, and what stands there now. */
export function mergeChanges(base: EventValues, mine: Changes, now: EventValues): Merged {
  const unsaved = { ...mine }
  const both: FieldName[] = []
  const theirs: FieldName[] = []
  const kept: Changes = {}
  for (const name of fieldsOf(now)) {
    if (isSame(now[name], base[name])) {
      Object.assign(kept, { [name]: base[name] })
      continue
    }
    if (!(name in mine)) theirs.push(name)
    else if (isSame(now[name], mine[name])) {
      Object.assign(kept, { [name]: mine[name] })
      delete unsaved[name]
    } else both.push(name)
  }
  return { base: { ...now, ...kept }, unsaved, both, theirs }
}
