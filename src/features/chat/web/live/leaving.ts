const left = new Set<string>()

/** Call it before leaving a room: what the stream then tells is no news to the person. */
export function leaveKnowingly(roomId: string): void {
  left.add(roomId)
}

/** It did not come to that. */
export function stayAfterAll(roomId: string): void {
  left.delete(roomId)
}

/** Whether the person left the room themselves, here; answers so once. */
export function wasLeftKnowingly(roomId: string): boolean {
  return left.delete(roomId)
}
