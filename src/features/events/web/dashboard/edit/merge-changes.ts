import { type Changes, type FieldName, listFields, isSame, type EventValues } from './event-values'

export type Merged = {
  /** The values of the server; rows and texts that only differ in format stay. */
  base: EventValues
  /** Changes that are still to be saved. */
  unsaved: Changes
  /** Fields that both sides changed to different values. */
  both: FieldName[]
  /** Fields that only the other side changed. */
  theirs: FieldName[]
}

/** Three-way merge of the base, our changes and the current values. */
export function mergeChanges(base: EventValues, mine: Changes, now: EventValues): Merged {
  const unsaved = { ...mine }
  const both: FieldName[] = []
  const theirs: FieldName[] = []
  const retained: Changes = {}
  for (const name of listFields(now)) {
    if (isSame(now[name], base[name])) {
      Object.assign(retained, { [name]: base[name] })
      continue
    }
    if (!(name in mine)) theirs.push(name)
    else if (isSame(now[name], mine[name])) {
      Object.assign(retained, { [name]: mine[name] })
      delete unsaved[name]
    } else both.push(name)
  }
  return { base: { ...now, ...retained }, unsaved, both, theirs }
}
