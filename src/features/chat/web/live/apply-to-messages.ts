import type { InfiniteData } from '@tanstack/react-query'
import type { ChatMessage } from '../../contract-shapes'
import { type LiveEvent, getRoomId } from './live-events'

/** `seq`: the page includes every event up to this number. */
export interface MessagesPage {
  messages: ChatMessage[]
  hasOlder: boolean
  seq: number
}
/**
 * A room's messages in pages, the newest page first. The messages of a page are older than its page parameter, see
 * `messagesQuery`.
 */
export type MessagesData = InfiniteData<MessagesPage, number | undefined>

const FULL = 200
const HALF = 100

/**
 * Applies an event to the messages of a room. Unaffected messages keep their object identity. An event that a page
 * already includes doesn't change the page.
 */
export function applyToMessages(
  data: MessagesData,
  roomId: string,
  event: LiveEvent,
  canModerate = false,
): MessagesData {
  if (getRoomId(event) !== roomId || data.pages.every((page) => page.seq >= event.seq)) return data
  const pages = data.pages.map((page, index) => {
    if (page.seq >= event.seq) return page
    return { ...page, seq: event.seq, messages: applyToPage(data, page, index, event, canModerate) }
  })
  return splitFullPage({ ...data, pages })
}

function applyToPage(
  data: MessagesData,
  page: MessagesPage,
  index: number,
  event: LiveEvent,
  canModerate: boolean,
): ChatMessage[] {
  if (event.kind === 'deleted') return withoutMessage(page.messages, event.messageId)
  if (event.kind !== 'message' || !isInPage(data, index, event.message.seq)) return page.messages
  return putMessage(page.messages, event.message, canModerate)
}

/** Adds a sent message from the response, which may arrive before or after the event. */
export function addSentMessage(data: MessagesData, message: ChatMessage): MessagesData {
  const [newest, ...older] = data.pages
  // If the page already includes every event up to the message's number, the message is in it or was deleted since.
  if (!newest || newest.seq >= message.seq || newest.messages.some(({ id }) => id === message.id)) return data
  return {
    ...data,
    pages: [{ ...newest, messages: putMessage(newest.messages, message, false) }, ...older],
  }
}

/** Replaces an edited message by the server's response, unless an event has changed the message in the meantime. */
export function replaceMessage(data: MessagesData, before: ChatMessage, after: ChatMessage): MessagesData {
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
  const pages = data.pages.map((page) => ({ ...page, messages: withoutMessage(page.messages, messageId) }))
  return { ...data, pages }
}

/** Records that every event up to `seq` was received for this room. */
export function markReceivedUpTo(data: MessagesData, seq: number): MessagesData {
  if (data.pages.every((page) => page.seq >= seq)) return data
  return { ...data, pages: data.pages.map((page) => ({ ...page, seq: Math.max(page.seq, seq) })) }
}

/** Returns the event number up to which all pages are complete. */
export function getCompleteSeq(data: MessagesData): number {
  return Math.min(...data.pages.map((page) => page.seq))
}

/** Keeps only the newest pages; older ones load again when scrolled to. */
export function trimToNewest(data: MessagesData, count: number): MessagesData {
  if (data.pages.length <= count) return data
  return { pages: data.pages.slice(0, count), pageParams: data.pageParams.slice(0, count) }
}

/**
 * Returns whether a message with the number `place` belongs to the page: it is older than the page's parameter and
 * not older than the page's start.
 */
function isInPage({ pages, pageParams }: MessagesData, index: number, place: number): boolean {
  const page = pages[index]
  if (!page) return false
  // As JSON, an absent parameter is null.
  const end = pageParams[index] ?? Number.POSITIVE_INFINITY
  const start = pageParams[index + 1] ?? getPageStart(page, Math.min(end, page.seq + 1))
  return start <= place && place < end
}

/** Returns the message number at which the oldest loaded page starts; `end` if all its messages were deleted. */
function getPageStart(page: MessagesPage, end: number): number {
  return page.hasOlder ? (page.messages[0]?.seq ?? end) : 0
}

function putMessage(messages: ChatMessage[], incoming: ChatMessage, canModerate: boolean): ChatMessage[] {
  const index = messages.findLastIndex(({ id }) => id === incoming.id)
  const known = messages[index]
  if (!known) {
    const place = messages.findLastIndex(({ seq }) => seq < incoming.seq) + 1
    return messages.toSpliced(place, 0, incoming)
  }
  // The stream sends everyone the message without its hidden text; people who may moderate keep the text they have.
  const next = incoming.isHidden && canModerate ? { ...incoming, content: known.content } : incoming
  return isSameMessage(known, next) ? messages : messages.with(index, next)
}

function withoutMessage(messages: ChatMessage[], messageId: string): ChatMessage[] {
  return messages.some(({ id }) => id === messageId)
    ? messages.filter(({ id }) => id !== messageId)
    : messages
}

function isSameMessage(message: ChatMessage, other: ChatMessage): boolean {
  return (
    message.content === other.content &&
    message.isEdited === other.isEdited &&
    message.isHidden === other.isHidden &&
    message.sender?.id === other.sender?.id &&
    message.sender?.name === other.sender?.name &&
    message.sender?.avatarUrl === other.sender?.avatarUrl
  )
}

/** Splits a newest page that has grown, so that a reload requests pages of the usual size. */
function splitFullPage(data: MessagesData): MessagesData {
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
