import { useQueryClient, useSuspenseQuery } from '@tanstack/react-query'
import { useEffect, useEffectEvent, useState, useSyncExternalStore } from 'react'
import { notify } from '~/design/toast'
import { errorMessage } from '~/platform/rpc/errors'
import type { TicketBoard } from '../../contract-types'
import { moved } from '../../rules/ticket-types'
import { ticketing } from '../queries'
import { createRowSaves, type TypeDraft } from './row-saves'
import type { SectionProps } from './save-report'
import { ticketBoardQuery } from './type-queries'

/** The ticket types of an event with what is typed into them, and all that can be done to them. */
export function useTypeRows({ eventId, onSaving }: Pick<SectionProps, 'eventId' | 'onSaving'>) {
  const queryClient = useQueryClient()
  const query = ticketBoardQuery(eventId)
  const { data: board } = useSuspenseQuery(query)
  const put = (next: TicketBoard) => void queryClient.setQueryData(query.queryKey, next)
  const readAgain = () => void queryClient.invalidateQueries({ queryKey: query.queryKey })

  const [saver] = useState(() =>
    createRowSaves({
      send: async (id, changes) => put(await ticketing.types.save.call({ id, changes: sendable(changes) })),
      onRefused: (sentence) => {
        notify.error(sentence)
        readAgain()
      },
    }),
  )
  const saves = useSyncExternalStore(saver.subscribe, saver.get, saver.get)
  const report = useEffectEvent(() => {
    const { state } = saver.get()
    if (state) onSaving?.({ part: 'tickets', state })
  })
  useEffect(() => saver.subscribe(report), [saver])
  useEffect(() => {
    const flush = () => saver.flush()
    addEventListener('pagehide', flush)
    return () => {
      removeEventListener('pagehide', flush)
      flush()
    }
  }, [saver])

  /** Runs one act besides the typing; whether it was done. */
  const act = async (what: Promise<TicketBoard>): Promise<boolean> => {
    onSaving?.({ part: 'tickets', state: 'saving' })
    try {
      put(await what)
      onSaving?.({ part: 'tickets', state: saver.get().state ?? 'saved' })
      return true
    } catch (error) {
      notify.error(errorMessage(error))
      onSaving?.({ part: 'tickets', state: saver.get().state ?? 'saved' })
      readAgain()
      return false
    }
  }
  const move = (id: string, to: number) => {
    const from = board.types.findIndex((type) => type.id === id)
    if (from < 0 || to < 0 || to >= board.types.length || to === from) return
    // At once on the screen: the next press of the key counts from here.
    put({ ...board, types: moved(board.types, from, to) })
    void act(ticketing.types.move.call({ id, to }))
  }
  const remove = async (id: string) => {
    const at = board.types.findIndex((type) => type.id === id)
    const type = board.types[at]
    if (!type || !(await act(ticketing.types.remove.call({ id })))) return
    saver.drop(id)
    const { name, description, priceCents, stock, saleStartsAt, saleEndsAt, accessCode } = type
    const kept = { name, description, priceCents, stock, saleStartsAt, saleEndsAt, accessCode }
    notify.success(`${type.name} is removed.`, {
      action: {
        label: 'Undo',
        onClick: () => void act(ticketing.types.add.call({ eventId, typeId: id, at, ...kept })),
      },
    })
  }
  return { board, saves, saver, put, move, remove }
}

function sendable({ priceCents, stock, ...rest }: TypeDraft) {
  return {
    ...rest,
    ...(typeof priceCents === 'number' ? { priceCents } : {}),
    ...(typeof stock === 'number' ? { stock } : {}),
  }
}
