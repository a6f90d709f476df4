import type { JoinBy, RoomType } from './chat-limits'

interface RoomValues {
  name: string
  description: string | null
  genre: string | null
  joinBy: JoinBy | null
}

/** CH-02: returns the values to store. Texts are already trimmed. */
export function roomValues(input: RoomValues & { roomType: RoomType }): RoomValues {
  return {
    name: input.name,
    description: emptyAsNull(input.description),
    genre: input.roomType === 'genre' ? emptyAsNull(input.genre) : null,
    joinBy: input.roomType === 'private' ? (input.joinBy ?? 'invitation') : null,
  }
}

export function emptyAsNull(text: string | null): string | null {
  return text === '' ? null : text
}
