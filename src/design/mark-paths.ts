/** Paths of the mark, a record cut in half with offset halves, on a 24 × 24 grid. */
export const MARK_SIZE = 24
export const MARK_PATHS = ['M11.2 1.6a8.2 8.2 0 0 0 0 16.4z', 'M12.8 6v16.4a8.2 8.2 0 0 0 0-16.4z'] as const
