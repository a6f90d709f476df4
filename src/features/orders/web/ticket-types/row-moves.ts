import type { Line } from '~/lib/serial-queue'
import { moveItem } from '../../rules/ticket-types'

export interface Move {
  id: string
  to: number
}

type Options = {
  runSerially: Line
  /** Resolves when the move is saved and the cached list contains it. */
  send: (move: Move) => Promise<void>
  /** Later moves are dropped too, since their positions depend on the refused one. */
  onRefused: (error: unknown) => void
}

/**
 * Reorders rows: a move is shown immediately and stays until it is answered, so that an earlier response never reverts
 * it. Of consecutive moves of one row only the last is sent.
 */
export function createRowMoves({ runSerially, send, onRefused }: Options) {
  let moves: readonly Move[] = []
  const listeners = new Set<() => void>()
  const setMoves = (next: readonly Move[]) => {
    moves = next
    for (const listener of listeners) listener()
  }
  const sendMove = async (move: Move) => {
    if (!moves.includes(move)) return
    const [, after] = moves
    try {
      if (after?.id !== move.id) await send(move)
      setMoves(moves.slice(1))
    } catch (error) {
      setMoves([])
      onRefused(error)
    }
  }
  return {
    get: () => moves,
    subscribe: (listener: () => void) => {
      listeners.add(listener)
      return () => void listeners.delete(listener)
    },
    add(move: Move): void {
      setMoves([...moves, move])
      void runSerially(() => sendMove(move))
    },
  }
}

/** Applies moves to rows. */
export function applyMoves<Row extends { id: string }>(rows: readonly Row[], moves: readonly Move[]): Row[] {
  let shown = [...rows]
  for (const { id, to } of moves) {
    const from = shown.findIndex((row) => row.id === id)
    if (from >= 0) shown = moveItem(shown, from, to)
  }
  return shown
}
