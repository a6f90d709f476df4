import { createStore } from './store'

// State of this browser tab: one event stream, one user, one visible room. Never written on the server.

/** What the stream follows besides the person's own rooms: a room's id, `feed`, or null. */
export const watched = createStore<string | null>(null)

export type Connection = 'live' | 'connecting'
export const connection = createStore<Connection>('live')

/** The room whose newest messages are on the screen, so nothing in it is unread. */
export const reading = createStore<string | null>(null)
