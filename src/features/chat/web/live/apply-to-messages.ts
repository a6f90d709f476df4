import type { InfiniteData } from '@tanstack/react-query'
import type { ChatMessage } from '../../contract-shapes'
import { type LiveEvent, roomOf } from './live-events'

/** `seq`: everything up to there is in it. */
export interface MessagesPage {
  messages: ChatMessage[]
  hasOlder: boolean
  seq: number
}
/** The newest page first; each holds what is older than its parameter, see messagesQuery. */
export type MessagesData = InfiniteData<MessagesPage, number | undefined>

const FULL = 200
const HALF = 100

/**
 * What is shown of a room after an event. Messages that it does not concern stay the very same objects, and an event that
 * a page knows already changes nothing on it.
 */
export function applyToMessages(
  data: MessagesData,
  roomId: string,
  event: LiveEvent,
  mayModerate = false,
): MessagesData {
  if (roomOf(event) !== roomId || data.pages.every((page) => page.seq >= event.seq)) return data
  const pages = data.pages.map((page, index) => {
    if (page.seq >= event.seq) return page
    return { ...page, seq: event.seq, messages: messagesAfter(data, page, index, event, mayModerate) }
  })
  return splitFull({ ...data, pages })
}

function messagesAfter(
  data: MessagesData,
  page: MessagesPage,
  index: number,
  event: LiveEvent,
  mayModerate: boolean,
): ChatMessage[] {
  if (event.kind === 'deleted') return without(page.messages, event.messageId)
  if (event.kind !== 'message' || !covers(data, index, event.message.seq)) return page.messages
  return put(page.messages, event.message, mayModerate)
}

/** The answer to sending, which may come before the event or after it. */
export function putSent(data: MessagesData, message: ChatMessage): MessagesData {
  const [newest, ...older] = data.pages
  // Once the page knows of it, it is there, or it was deleted since.
  if (!newest || newest.seq >= message.seq || newest.messages.some(({ id }) => id === message.id)) return data
  return { ...data, pages: [{ ...newest, messages: put(newest.messages, message, false) }, ...older] }
}

/** Puts the answer of an edit in place, unless something else has happened to the message since. */
export function putChanged(data: MessagesData, before: ChatMessage, after: ChatMessage): MessagesData {
  if (!data.pages.some(({ messages }) => messages.includes(before))) return data
  const pages = data.pages.map((page) =>
    page.messages.includes(before)
      ? { ...page, messages: page.messages.map((message) => (message === before ? after : message)) }
      : page,
  )
  return { ...data, pages }
}

export function dropMessage(data: MessagesData, messageId: string): MessagesData {
  if (!data.pages.some(({ messages }) => messages.some(({ id }) => id === messageId))) return data
  const pages = data.pages.map((page) => ({ ...page, messages: without(page.messages, messageId) }))
  return { ...data, pages }
}

/** Everything up to `seq` was heard for this room. */
export function stampMessages(data: MessagesData, seq: number): MessagesData {
  if (data.pages.every((page) => page.seq >= seq)) return data
  return { ...data, pages: data.pages.map((page) => ({ ...page, seq: Math.max(page.seq, seq) })) }
}

/** Up to where all of it is known. */
export function knownUpTo(data: MessagesData): number {
  return Math.min(...data.pages.map((page) => page.seq))
}

/** Only the newest pages: what was read further up is loaded again when somebody goes there. */
export function keepNewest(data: MessagesData, count: number): MessagesData {
  if (data.pages.length <= count) return data
  return { pages: data.pages.slice(0, count), pageParams: data.pageParams.slice(0, count) }
}

/** Whether a message at this place belongs to the page: below its parameter, and not among what is not loaded. */
function covers({ pages, pageParams }: MessagesData, index: number, place: number): boolean {
  const page = pages[index]
  if (!page) return false
  // As JSON, an absent parameter is null.
  const end = pageParams[index] ?? Number.POSITIVE_INFINITY
  const start = pageParams[index + 1] ?? startOf(page, Math.min(end, page.seq + 1))
  return start <= place && place < end
}

/** Of the oldest page there is. `end` is for a page whose messages were all deleted. */
function startOf(page: MessagesPage, end: number): number {
  return page.hasOlder ? (page.messages[0]?.seq ?? end) : 0
}

function put(messages: ChatMessage[], incoming: ChatMessage, mayModerate: boolean): ChatMessage[] {
  const index = messages.findLastIndex(({ id }) => id === incoming.id)
  const known = messages[index]
  if (!known) {
    const place = messages.findLastIndex(({ seq }) => seq < incoming.seq) + 1
    return messages.toSpliced(place, 0, incoming)
  }
  // The stream says the same to everybody; who may moderate goes on reading what was hidden.
  const next = incoming.isHidden && mayModerate ? { ...incoming, content: known.content } : incoming
  return isSame(known, next) ? messages : messages.with(index, next)
}

function without(messages: ChatMessage[], messageId: string): ChatMessage[] {
  return messages.some(({ id }) => id === messageId)
    ? messages.filter(({ id }) => id !== messageId)
    : messages
}

function isSame(one: ChatMessage, other: ChatMessage): boolean {
  return (
    one.content === other.content &&
    one.isEdited === other.isEdited &&
    one.isHidden === other.isHidden &&
    one.sender?.id === other.sender?.id &&
    one.sender?.name === other.sender?.name &&
    one.sender?.avatarUrl === other.sender?.avatarUrl
  )
}

/** A newest page that has grown becomes two, so that reading all of it again asks for pieces of the usual size. */
function splitFull(data: MessagesData): MessagesData {
  const [newest, ...older] = data.pages
  const first = newest?.messages.at(-HALF)
  if (!newest || !first || newest.messages.length <= FULL) return data
  return {
    pages: [
      { ...newest, messages: newest.messages.slice(-HALF), hasOlder: true },
      { ...newest, messages: newest.messages.slice(0, -HALF) },
      ...older,
    ],
    pageParams: [data.pageParams[0], first.seq, ...data.pageParams.slice(1)],
  }
}
