import {
  array,
  assert,
  constantFrom,
  integer,
  nat,
  option,
  property,
  record,
} from '~tests/support/fast-check'
import { expect, test } from 'vitest'
import { arrangeMessages, reusePreviousKeys } from './arrange-messages'

const reader = { zone: 'UTC', meId: 'mara', hiddenPeople: new Set<string>(), newAfter: undefined }
const at = (clock: string, senderId: string | null, seq: number) => ({
  id: `m${seq}`,
  seq,
  senderId,
  createdAt: `2026-11-21T${clock}Z`,
})

/** Renders each row as `day`, `new`, or the sender and the number of messages. */
const outline = (...[messages, change]: [Parameters<typeof arrangeMessages>[0], Partial<typeof reader>?]) =>
  arrangeMessages(messages, { ...reader, ...change }).map((row) =>
    'messages' in row ? `${row.kind} ${row.senderId} ${row.messages.length}` : row.kind,
  )

test('CH-06 shows a header if the sender changes or more than five minutes passed', () => {
  expect(
    outline([
      at('20:41:00', 'temi', 1),
      at('20:46:00', 'temi', 2),
      at('20:51:00.001', 'temi', 3),
      at('20:51:10', 'juno', 4),
      at('20:51:20', 'temi', 5),
    ]),
  ).toEqual(['day', 'group temi 2', 'group temi 1', 'group juno 1', 'group temi 1'])
})

test("CH-06 a new day starts in the reader's zone and splits a group", () => {
  const messages = [at('22:58:00', 'temi', 1), at('23:02:00', 'temi', 2)]
  expect(outline(messages)).toEqual(['day', 'group temi 2'])
  expect(outline(messages, { zone: 'Europe/Amsterdam' })).toEqual([
    'day',
    'group temi 1',
    'day',
    'group temi 1',
  ])
})

test('shows the new-messages line before the first new message of another user and splits the group', () => {
  const messages = [
    at('20:00:00', 'temi', 1),
    at('20:01:00', 'mara', 2),
    at('20:02:00', 'temi', 3),
    at('20:02:01', 'temi', 4),
  ]
  const after = (newAfter: number) => outline(messages, { ...reader, newAfter } as never)
  expect(after(1)).toEqual(['day', 'group temi 1', 'group mara 1', 'new', 'group temi 2'])
  expect(after(3)).toEqual(['day', 'group temi 1', 'group mara 1', 'group temi 1', 'new', 'group temi 1'])
  expect(after(4)).not.toContain('new')
  expect(outline(messages)).not.toContain('new')
})

test('folds messages of hidden people together and never counts them as new', () => {
  const messages = [at('20:00:00', 'temi', 1), at('20:30:00', 'temi', 2), at('20:31:00', 'juno', 3)]
  const change = { hiddenPeople: new Set(['temi']), newAfter: 0 } as never
  expect(outline(messages, change)).toEqual(['day', 'folded temi 2', 'new', 'group juno 1'])
  const one = { hiddenPeople: new Set(['temi']), unfolded: new Set(['m1']) } as never
  expect(outline(messages, one)).toEqual(['day', 'group temi 1', 'folded temi 1', 'group juno 1'])
})

test('groups messages of deleted accounts together', () => {
  expect(outline([at('20:00:00', null, 1), at('20:01:00', null, 2)])).toEqual(['day', 'group null 2'])
})

test('for any input, shows every message once, in order and with unique keys', () => {
  const message = record({
    senderId: constantFrom('mara', 'temi', 'juno', null),
    minutes: integer({ min: 0, max: 900 }),
  })
  assert(
    property(array(message), option(nat(20), { nil: undefined }), (said, newAfter) => {
      let minutes = 0
      const messages = said.map(({ senderId, minutes: later }, index) => {
        minutes += later
        const createdAt = new Date(Date.UTC(2026, 10, 21) + minutes * 60_000).toISOString()
        return { id: `m${index}`, seq: index + 1, senderId, createdAt }
      })
      const rows = arrangeMessages(messages, { ...reader, hiddenPeople: new Set(['juno']), newAfter })
      expect(rows.flatMap((row) => ('messages' in row ? row.messages : []))).toEqual(messages)
      expect(new Set(rows.map(({ key }) => key)).size).toBe(rows.length)
    }),
  )
})

const keysOf = (rows: ReturnType<typeof arrangeMessages>) =>
  rows.flatMap((row) => (row.kind === 'group' ? [row.key] : []))

test('CH-09 keeps the key of a group that grows in either direction', () => {
  const all = [
    at('20:41:00', 'juno', 1),
    at('20:42:00', 'temi', 2),
    at('20:43:00', 'temi', 3),
    at('20:44:00', 'temi', 4),
  ]
  const newest = arrangeMessages(all.slice(2), reader)
  const older = reusePreviousKeys(arrangeMessages(all, reader), newest)
  expect(keysOf(older)).toEqual(['m1', 'm3'])
  const more = arrangeMessages([...all, at('20:44:30', 'temi', 5)], reader)
  expect(keysOf(reusePreviousKeys(more, older))).toEqual(['m1', 'm3'])
})

test('a split group passes its key to one part only, and keys stay unique', () => {
  const [one, two, three] = [
    at('20:41:00', 'temi', 1),
    at('20:45:00', 'temi', 2),
    at('20:49:00', 'temi', 3),
  ] as const
  const kept = reusePreviousKeys(
    arrangeMessages([one, two, three], reader),
    arrangeMessages([two, three], reader),
  )
  expect(keysOf(kept)).toEqual(['m2'])
  // The middle message is deleted. The gap of eight minutes that is left splits the group.
  expect(keysOf(reusePreviousKeys(arrangeMessages([one, three], reader), kept))).toEqual(['m2', 'm3'])
  const parted = arrangeMessages([one, at('20:47:00', 'juno', 2), three], reader)
  expect(new Set(keysOf(reusePreviousKeys(parted, kept))).size).toBe(3)
})
