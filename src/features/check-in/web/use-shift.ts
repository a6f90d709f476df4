import { useQuery } from '@tanstack/react-query'
import { useEffect, useEffectEvent, useState, useSyncExternalStore } from 'react'
import { newId } from '~/lib/ids'
import { hashTicketCode } from '../rules/hash'
import { readTicketCode } from '~/features/tickets/rules/ticket-code'
import type { ShownAnswer } from './check-in-actions'
import { browserTicks, createCheckInClock, type CheckInClock } from './clock'
import { checkInServer } from './check-in-server'
import { createMemoryStore, type CheckInStore } from './check-in-store'
import { openIdbStore } from './idb-store'
import { deviceId } from './phone-settings'
import { createShift } from './shift'
import type { Shift, ShiftView } from './shift-view'

interface ShiftOf {
  eventId: string
  personId: string
  entrance: string
  onContradiction: (answer: ShownAnswer) => void
  onDropped: () => void
}

export interface OpenShift {
  shift: Shift
  clock: CheckInClock
}

/** Returns the shift of this page; undefined on the server and until the phone's own database is open. */
export function useShift(of: ShiftOf): OpenShift | undefined {
  const { eventId, personId } = of
  const [open, setOpen] = useState<OpenShift>()
  const entrance = useEffectEvent(() => of.entrance)
  const contradict = useEffectEvent((answer: ShownAnswer) => of.onContradiction(answer))
  const drop = useEffectEvent(() => of.onDropped())
  useEffect(() => {
    let isOver = false
    let shift: Shift | undefined
    const comeOnline = () => shift?.comeOnline()
    const goOffline = () => shift?.goOffline()
    async function begin(): Promise<void> {
      const store = await openStore(eventId, personId)
      if (isOver) return
      const clock = createCheckInClock(browserTicks())
      shift = createShift({
        server: checkInServer(eventId, deviceId()),
        store,
        clock,
        newNonce: newId,
        hashOf: async (code) => {
          const secret = readTicketCode(code)
          return secret === undefined ? undefined : hashTicketCode(secret)
        },
        entrance: () => entrance(),
        onContradiction: (answer) => contradict(answer),
        onDropped: () => drop(),
      })
      setOpen({ shift, clock })
      await shift.start()
    }
    void begin()
    window.addEventListener('online', comeOnline)
    window.addEventListener('offline', goOffline)
    return () => {
      isOver = true
      shift?.stop()
      window.removeEventListener('online', comeOnline)
      window.removeEventListener('offline', goOffline)
    }
  }, [eventId, personId])
  return open
}

function openStore(eventId: string, personId: string): Promise<CheckInStore> {
  // Blocked by the browser's settings: check-in works as long as the page stays open, and says so.
  return openIdbStore(eventId, personId).catch(() => createMemoryStore(true))
}

export function useShiftView(shift: Shift): ShiftView {
  return useSyncExternalStore(shift.subscribe, shift.view, shift.view)
}

const EVERY_MS = 20_000

/** Loads changes from other phones: on live events of the topic `check-in`, and periodically. */
export function useNews(eventId: string, shift: Shift): void {
  useQuery({
    queryKey: [['check-in', 'changes'], eventId],
    queryFn: async () => {
      await shift.refresh()
      return Date.now()
    },
    refetchInterval: EVERY_MS,
    staleTime: EVERY_MS,
    networkMode: 'always',
    // The shift has already loaded the list.
    initialData: 0,
    initialDataUpdatedAt: () => Date.now(),
  })
}
