import { expect, test } from 'vitest'
import {
  applyToMessages,
  dropMessage,
  trimToNewest,
  getCompleteSeq,
  type MessagesData,
  replaceMessage,
  addSentMessage,
  markReceivedUpTo,
} from './apply-to-messages'
import type { LiveEvent } from './live-events'
import { afterHours, deepEnd, messageAt } from './testing-chat'

/** Returns pages of messages by their numbers, newest page first. */
function pages(seq: number, hasOlder: boolean, ...numbers: number[][]): MessagesData {
  return {
    pages: numbers.map((page, index) => ({
      messages: page.map((one) => messageAt(one)),
      hasOlder: hasOlder || index < numbers.length - 1,
      seq,
    })),
    pageParams: numbers.map((_, index) => numbers[index - 1]?.[0]),
  }
}
const numbersOf = (data: MessagesData) => data.pages.map(({ messages }) => messages.map(({ seq }) => seq))
const sent = (seq: number, fields = {}): LiveEvent => ({
  kind: 'message',
  seq,
  isNew: true,
  message: messageAt(seq, fields),
})
const changed = (seq: number, place: number, fields = {}): LiveEvent => ({
  kind: 'message',
  seq,
  isNew: false,
  message: messageAt(place, fields),
})
const deleted = (seq: number, place: number): LiveEvent => ({
  kind: 'deleted',
  seq,
  roomId: deepEnd,
  messageId: `message-${place}`,
})
const apply = (data: MessagesData, ...events: LiveEvent[]) =>
  events.reduce((held, event) => applyToMessages(held, deepEnd, event), data)

test('CH-09 appends a new message and leaves the rest untouched', () => {
  const before = pages(9, true, [7, 9], [3, 5])
  const after = apply(before, sent(10))
  expect(numbersOf(after)).toEqual([
    [7, 9, 10],
    [3, 5],
  ])
  expect(after.pages[1]?.messages).toBe(before.pages[1]?.messages)
  expect(after.pages[0]?.messages[0]).toBe(before.pages[0]?.messages[0])
})

test('CH-09 shows an edit in place, on any page', () => {
  const after = apply(
    pages(9, true, [7, 9], [3, 5]),
    changed(10, 3, { content: 'new words', isEdited: true }),
  )
  expect(after.pages[1]?.messages[0]).toMatchObject({ content: 'new words', isEdited: true })
  expect(numbersOf(after)).toEqual([
    [7, 9],
    [3, 5],
  ])
})

test('CH-09 removes a deleted message', () => {
  expect(numbersOf(apply(pages(9, false, [7, 9], [3, 5]), deleted(10, 5), deleted(11, 9)))).toEqual([
    [7],
    [3],
  ])
})

test('ignores events that are already applied or belong to another room', () => {
  const before = pages(9, false, [7, 9])
  expect(apply(before, changed(8, 7, { content: 'older words' }), deleted(9, 7))).toBe(before)
  expect(apply(before, sent(10, { roomId: afterHours }))).toBe(before)
})

test('repeating an event with the same content keeps the message object', () => {
  const once = apply(pages(9, false, [7, 9]), sent(10))
  const again = apply(once, changed(11, 10))
  expect(again.pages[0]?.messages[2]).toBe(once.pages[0]?.messages[2])
})

test('an edit of an older message that is not loaded does not add it to the list', () => {
  expect(numbersOf(apply(pages(9, true, [7, 9]), changed(10, 2)))).toEqual([[7, 9]])
  expect(numbersOf(apply(pages(9, false, [7, 9]), changed(10, 2)))).toEqual([[2, 7, 9]])
})

test('pages whose messages were all deleted take new messages, but no edits of messages that are not loaded', () => {
  const emptied = apply(pages(9, true, [7, 9], [3]), deleted(10, 3), deleted(11, 7), deleted(12, 9))
  expect(numbersOf(apply(emptied, changed(13, 5), changed(14, 2), sent(15)))).toEqual([[15], []])
})

test("hides a hidden message's text except from people who may moderate", () => {
  const event = changed(10, 9, { content: null, isHidden: true })
  const before = pages(9, false, [9])
  expect(applyToMessages(before, deepEnd, event).pages[0]?.messages[0]).toMatchObject({ content: null })
  expect(applyToMessages(before, deepEnd, event, true).pages[0]?.messages[0]).toMatchObject({
    content: 'words 9',
    isHidden: true,
  })
})

test('a growing page is split in two, and older messages stay below the split', () => {
  const many = Array.from({ length: 210 }, (_, index) => sent(index + 10))
  const after = apply(pages(9, true, [7, 9]), ...many)
  expect(after.pages.map(({ messages, hasOlder }) => [messages.length, hasOlder])).toEqual([
    [111, true],
    [101, true],
  ])
  expect(after.pageParams).toEqual([undefined, after.pages[0]?.messages[0]?.seq])
  expect(numbersOf(apply(after, changed(300, 8)))[1]?.slice(0, 3)).toEqual([7, 8, 9])
  expect(numbersOf(trimToNewest(after, 1))).toHaveLength(1)
  expect(trimToNewest(after, 2)).toBe(after)
})

test('a sent message is shown before the stream confirms it, and does not return after a deletion', () => {
  const before = pages(9, false, [9])
  const own = addSentMessage(before, messageAt(12))
  expect(numbersOf(apply(own, sent(10), sent(11), sent(12)))).toEqual([[9, 10, 11, 12]])
  expect(addSentMessage(own, messageAt(12))).toBe(own)
  const gone = apply(before, sent(12), deleted(13, 12))
  expect(addSentMessage(gone, messageAt(12))).toBe(gone)
})

test('the response to an edit is shown unless an event arrived in between', () => {
  const before = pages(9, false, [7, 9])
  const first = before.pages[0]?.messages[0] ?? messageAt(0)
  const after = messageAt(7, { content: 'better words' })
  expect(replaceMessage(before, first, after).pages[0]?.messages[0]).toBe(after)
  const hidden = apply(before, changed(10, 7, { content: null, isHidden: true }))
  expect(replaceMessage(hidden, first, after)).toBe(hidden)
})

test('a locally deleted message disappears, and the received events are recorded', () => {
  const before = pages(9, false, [7, 9])
  expect(numbersOf(dropMessage(before, 'message-7'))).toEqual([[9]])
  expect(dropMessage(before, 'message-8')).toBe(before)
  expect(getCompleteSeq(markReceivedUpTo(before, 20))).toBe(20)
  expect(markReceivedUpTo(before, 9)).toBe(before)
})
