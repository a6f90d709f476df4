import { createStore } from './store'

// Of this tab: it has one event stream, one person looks at it, and at one room. Nothing is written here on the server.

/** What the stream is asked to carry besides the person's own rooms: a room's id, `feed`, or nothing. */
export const watched = createStore<string | null>(null)

export type Connection = 'live' | 'connecting'
export const connection = createStore<Connection>('live')

/** The room whose newest messages are in front of the person's eyes right now: there, nothing is unread. */
export const reading = createStore<string | null>(null)
