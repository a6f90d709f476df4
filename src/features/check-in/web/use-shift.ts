import { useQuery } from '@tanstack/react-query'
import { useEffect, useEffectEvent, useState, useSyncExternalStore } from 'react'
import { newId } from '~/lib/ids'
import { hashTicketCode } from '../rules/hash-ticket-code'
import { parseTicketCode } from '~/features/tickets/rules/ticket-code'
import type { ShownResult } from './check-in-actions'
import { createBrowserTicks, createCheckInClock, type CheckInClock } from './check-in-clock'
import { createCheckInCalls } from './check-in-calls'
import { createMemoryStore, type CheckInStore } from './check-in-store'
import { openIdbStore } from './idb-store'
import { getDeviceId } from './phone-settings'
import { createShift } from './shift'
import type { Shift, ShiftView } from './shift-view'

interface ShiftOptions {
  eventId: string
  personId: string
  entrance: string
  onContradiction: (result: ShownResult) => void
  onDropped: () => void
}

export interface OpenShift {
  shift: Shift
  clock: CheckInClock
}

/** Returns the shift of this page; undefined on the server and until the phone's own database is open. */
export function useShift(options: ShiftOptions): OpenShift | undefined {
  const { eventId, personId } = options
  const [open, setOpen] = useState<OpenShift>()
  const entrance = useEffectEvent(() => options.entrance)
  const contradict = useEffectEvent((result: ShownResult) => options.onContradiction(result))
  const drop = useEffectEvent(() => options.onDropped())
  useEffect(() => {
    let isOver = false
    let shift: Shift | undefined
    const comeOnline = () => shift?.comeOnline()
    const goOffline = () => shift?.goOffline()
    async function startShift(): Promise<void> {
      const store = await openStore(eventId, personId)
      if (isOver) return
      const clock = createCheckInClock(createBrowserTicks())
      shift = createShift({
        server: createCheckInCalls(eventId, getDeviceId()),
        store,
        clock,
        newNonce: newId,
        hashCode: async (code) => {
          const secret = parseTicketCode(code)
          return secret === undefined ? undefined : hashTicketCode(secret)
        },
        entrance: () => entrance(),
        onContradiction: (result) => contradict(result),
        onDropped: () => drop(),
      })
      setOpen({ shift, clock })
      await shift.start()
    }
    void startShift()
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
  // If the browser's settings block storage, check-in works as long as the page stays open, and says so.
  return openIdbStore(eventId, personId).catch(() => createMemoryStore(true))
}

export function useShiftView(shift: Shift): ShiftView {
  return useSyncExternalStore(shift.subscribe, shift.view, shift.view)
}

const EVERY_MS = 20_000

/** Loads changes from other phones: on live events of the topic `check-in`, and periodically. */
export function useRefreshedList(eventId: string, shift: Shift): void {
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
