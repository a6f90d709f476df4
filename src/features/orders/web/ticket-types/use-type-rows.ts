import { useQueryClient, useSuspenseQuery } from '@tanstack/react-query'
import { useEffect, useEffectEvent, useState, useSyncExternalStore } from 'react'
import { notify } from '~/design/toast'
import { createSerialQueue, type Line } from '~/lib/serial-queue'
import { getErrorMessage } from '~/platform/rpc/errors'
import type { TicketBoard } from '../../contract-types'
import { ordersClient } from '../queries'
import { createRowSaver, type TypeDraft } from './row-saves'
import type { SectionProps } from './save-report'
import { ticketBoardQuery } from './type-queries'
import { moveItem } from '../../rules/ticket-types'

interface Move {
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

/** Returns the ticket types of an event with their typed values, and all actions on them. */
export function useTypeRows({
  eventId,
  isFixed = false,
  onSaving,
}: Pick<SectionProps, 'eventId' | 'isFixed' | 'onSaving'>) {
  const queryClient = useQueryClient()
  const query = ticketBoardQuery(eventId)
  const { data: storedBoard } = useSuspenseQuery(query)
  const refetch = () => void queryClient.invalidateQueries({ queryKey: query.queryKey })
  const put = (next: TicketBoard) => {
    queryClient.setQueryData(query.queryKey, next)
    // Refetches if a request is in flight, because its response may be from before this change.
    if (queryClient.isFetching({ queryKey: query.queryKey }) > 0) refetch()
  }

  const [runSerially] = useState(createSerialQueue)
  const [mover] = useState(() =>
    createRowMoves({
      runSerially,
      send: async (move) => put(await ordersClient.types.move.call(move)),
      onRefused: (error) => {
        notify.error(getErrorMessage(error))
        refetch()
      },
    }),
  )
  const moves = useSyncExternalStore(mover.subscribe, mover.get, mover.get)
  const board = { ...storedBoard, types: applyMoves(storedBoard.types, moves) }
  const [saver] = useState(() =>
    createRowSaver({
      send: async (id, changes) =>
        put(await runSerially(() => ordersClient.types.save.call({ id, changes: toChanges(changes) }))),
      onRefused: (sentence) => {
        notify.error(sentence)
        refetch()
      },
    }),
  )
  const saves = useSyncExternalStore(saver.subscribe, saver.get, saver.get)
  const report = () => {
    const state = saver.get().state ?? 'saved'
    onSaving?.({ part: 'tickets', state: state === 'saved' && mover.get().length > 0 ? 'saving' : state })
  }
  const hear = useEffectEvent(report)
  useEffect(() => saver.subscribe(hear), [saver])
  useEffect(() => mover.subscribe(hear), [mover])
  useEffect(() => (isFixed ? saver.close() : undefined), [isFixed, saver])
  useEffect(() => {
    const flush = () => saver.flush()
    addEventListener('pagehide', flush)
    return () => {
      removeEventListener('pagehide', flush)
      flush()
    }
  }, [saver])

  const act = async (request: () => Promise<TicketBoard>): Promise<boolean> => {
    onSaving?.({ part: 'tickets', state: 'saving' })
    try {
      put(await runSerially(request))
      report()
      return true
    } catch (error) {
      notify.error(getErrorMessage(error))
      report()
      refetch()
      return false
    }
  }
  const move = (id: string, to: number) => {
    const from = board.types.findIndex((type) => type.id === id)
    if (from < 0 || to < 0 || to >= board.types.length || to === from) return
    mover.add({ id, to })
  }
  const remove = async (id: string) => {
    const at = board.types.findIndex((type) => type.id === id)
    const type = board.types[at]
    if (!type || !(await act(() => ordersClient.types.remove.call({ id })))) return
    saver.drop(id)
    const { name, description, priceCents, stock, saleStartsAt, saleEndsAt, accessCode } = type
    const again = { name, description, priceCents, stock, saleStartsAt, saleEndsAt, accessCode }
    notify.success(`${type.name} is removed.`, {
      action: {
        label: 'Undo',
        onClick: () => void act(() => ordersClient.types.add.call({ eventId, typeId: id, at, ...again })),
      },
    })
  }
  return { board, saves, saver, put, move, remove }
}

function toChanges({ priceCents, stock, ...rest }: TypeDraft) {
  return {
    ...rest,
    ...(typeof priceCents === 'number' ? { priceCents } : {}),
    ...(typeof stock === 'number' ? { stock } : {}),
  }
}

/**
 * Reorders rows: a move is shown immediately and until the server responds, so that an earlier response never reverts
 * it. Of consecutive moves of one row only the last is sent.
 */
function createRowMoves({ runSerially, send, onRefused }: Options) {
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
function applyMoves<Row extends { id: string }>(rows: readonly Row[], moves: readonly Move[]): Row[] {
  let shown = [...rows]
  for (const { id, to } of moves) {
    const from = shown.findIndex((row) => row.id === id)
    if (from >= 0) shown = moveItem(shown, from, to)
  }
  return shown
}
