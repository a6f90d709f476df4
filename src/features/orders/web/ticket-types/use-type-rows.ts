import { useQueryClient, useSuspenseQuery } from '@tanstack/react-query'
import { useEffect, useEffectEvent, useState, useSyncExternalStore } from 'react'
import { notify } from '~/design/toast'
import { createSerialQueue } from '~/lib/serial-queue'
import { errorMessage } from '~/platform/rpc/errors'
import type { TicketBoard } from '../../contract-types'
import { ordersClient } from '../queries'
import { applyMoves, createRowMoves } from './row-moves'
import { createRowSaves, type TypeDraft } from './row-saves'
import type { SectionProps } from './save-report'
import { ticketBoardQuery } from './type-queries'

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
    // A request in flight may return data from before this change.
    if (queryClient.isFetching({ queryKey: query.queryKey }) > 0) refetch()
  }

  const [runSerially] = useState(createSerialQueue)
  const [mover] = useState(() =>
    createRowMoves({
      runSerially,
      send: async (move) => put(await ordersClient.types.move.call(move)),
      onRefused: (error) => {
        notify.error(errorMessage(error))
        refetch()
      },
    }),
  )
  const moves = useSyncExternalStore(mover.subscribe, mover.get, mover.get)
  const board = { ...storedBoard, types: applyMoves(storedBoard.types, moves) }
  const [saver] = useState(() =>
    createRowSaves({
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
      notify.error(errorMessage(error))
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
