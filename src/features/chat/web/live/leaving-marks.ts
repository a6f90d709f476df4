const left = new Set<string>()

/**
 * Remembers that the user is leaving this room, so that no toast says that they are no longer in it. Call
 * before leaving.
 */
export function markLeaving(roomId: string): void {
  left.add(roomId)
}

/** Undoes the mark if leaving failed. */
export function clearLeavingMark(roomId: string): void {
  left.delete(roomId)
}

/** Returns true, and only once, if the user left this room in this tab. */
export function consumeLeavingMark(roomId: string): boolean {
  return left.delete(roomId)
}
