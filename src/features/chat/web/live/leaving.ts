const left = new Set<string>()

/** Marks that the user is leaving this room, so that no toast reports it. Call before leaving. */
export function leaveKnowingly(roomId: string): void {
  left.add(roomId)
}

/** Undoes the mark if leaving failed. */
export function stayAfterAll(roomId: string): void {
  left.delete(roomId)
}

/** Returns once whether the user left the room here by themselves. */
export function wasLeftKnowingly(roomId: string): boolean {
  return left.delete(roomId)
}
