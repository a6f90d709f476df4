import { defineCursor } from '~/lib/cursor'

/** Days since 1970 of an event's local day, its time in microseconds, and its id. */
export type DayKey = [day: number, micros: number, id: string]

export const dayCursor = defineCursor('count', 'int', 'id')
