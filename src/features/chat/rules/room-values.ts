import type { JoinBy, RoomType } from './chat-limits'

interface RoomValues {
  name: string
  description: string | null
  genre: string | null
  joinBy: JoinBy | null
}

/** CH-02: returns the values of a room to store. Texts are already trimmed. */
export function toRoomValues(input: RoomValues & { roomType: RoomType }): RoomValues {
  return {
    name: input.name,
    description: toNullIfEmpty(input.description),
    genre: input.roomType === 'genre' ? toNullIfEmpty(input.genre) : null,
    joinBy: input.roomType === 'private' ? (input.joinBy ?? 'invitation') : null,
  }
}

export function toNullIfEmpty(text: string | null): string | null {
  return text === '' ? null : text
}
