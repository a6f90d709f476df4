import type { Line } from '~/lib/line'
import { moved } from '../../rules/ticket-types'

export interface Move {
  id: string
  /** Its place in the list as it is shown, from 0. */
  to: number
}

type Options = {
  inLine: Line
  /** Resolves when the move is saved and what is kept holds it. */
  send: (move: Move) => Promise<void>
  /** The moves after it were counted from it, so they go with it. */
  onRefused: (error: unknown) => void
}

/**
 * Puts rows in order: a move is shown at once and stays until it is answered, so that no answer to an earlier one takes it back. Of
 * moves of one row in a row only the last is sent.
 */
export function createRowMoves({ inLine, send, onRefused }: Options) {
  let moves: readonly Move[] = []
  const listeners = new Set<() => void>()
  const become = (next: readonly Move[]) => {
    moves = next
    for (const listener of listeners) listener()
  }
  const take = async (move: Move) => {
    if (!moves.includes(move)) return
    const [, after] = moves
    try {
      if (after?.id !== move.id) await send(move)
      become(moves.slice(1))
    } catch (error) {
      become([])
      onRefused(error)
    }
  }
  return {
    /** Those that are not answered yet, oldest first. */
    get: () => moves,
    subscribe: (listener: () => void) => {
      listeners.add(listener)
      return () => void listeners.delete(listener)
    },
    add(move: Move): void {
      become([...moves, move])
      void inLine(() => take(move))
    },
  }
}

/** Rows as they stand after those moves. */
export function afterMoves<Row extends { id: string }>(rows: readonly Row[], moves: readonly Move[]): Row[] {
  let shown = [...rows]
  for (const { id, to } of moves) {
    const from = shown.findIndex((row) => row.id === id)
    if (from >= 0) shown = moved(shown, from, to)
  }
  return shown
}
