import type { ListedRoom } from '../../contract-shapes'

export type RoomSection = { title: string; rooms: readonly ListedRoom[] }

const SECTIONS: readonly (readonly [title: string, has: (room: ListedRoom) => boolean])[] = [
  ['PUBLIC ROOMS', (room) => room.roomType === 'public'],
  ['GENRE ROOMS', (room) => room.roomType === 'genre'],
  ['PRIVATE ROOMS', (room) => room.roomType === 'private' && !room.isDirect],
  ['DIRECT MESSAGES', (room) => room.isDirect],
]

/** CH-01: the rooms under their headings, in the order they came in; a heading without rooms is left out. */
export function roomSections(rooms: readonly ListedRoom[]): RoomSection[] {
  const active = rooms.filter((room) => room.isActive)
  return [
    ...SECTIONS.map(([title, has]) => ({ title, rooms: active.filter(has) })),
    { title: 'ARCHIVED ROOMS', rooms: rooms.filter((room) => !room.isActive) },
  ].filter((section) => section.rooms.length > 0)
}
