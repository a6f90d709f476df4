import { useEffect, useRef, useState } from 'react'
import { notify } from '~/design/toast'
import { getErrorMessage } from '~/platform/rpc/errors'
import { formatClock } from '~/lib/time'
import { isWelcome, type ShownResult } from './check-in-actions'
import type { Party } from './check-in-attendees'
import { createSounds, type Tone } from './sounds'
import type { Shift } from './shift-view'

export interface CheckInControls {
  result: ShownResult | undefined
  isPending: boolean
  /** Screen reader announcement of the last change in a list. */
  announcement: string
  next: () => void
  scan: (code: string) => void
  admitAnyway: (result: ShownResult) => void
  checkIn: (name: string, ticketIds: string[]) => void
  arrive: (name: string, guestId: string, people: number) => void
  undo: (nonce: string, target: { ticketId?: string; guestId?: string }, name: string) => void
  undoParty: (party: Party) => void
  seen: (nonce: string) => void
}

const tones: Partial<Record<ShownResult['outcome'], Tone>> = {
  checked_in: 'yes',
  admitted: 'yes',
  duplicate: 'duplicate',
  undone: 'yes',
}

/** Returns the actions of the check-in page; each result is shown on the screen, with a sound and a vibration. */
export function useCheckIn(
  shift: Shift,
  { isLoud, zone }: { isLoud: boolean; zone: string },
): CheckInControls {
  const [result, setResult] = useState<ShownResult>()
  const [isPending, setIsPending] = useState(false)
  const [announcement, setAnnouncement] = useState('')
  const [sounds] = useState(createSounds)
  // Tickets and guests whose undo toast may still be shown.
  const shownUndos = useRef(new Set<string>())
  useEffect(() => {
    const wake = () => sounds.wake()
    document.addEventListener('pointerdown', wake)
    document.addEventListener('keydown', wake)
    return () => {
      document.removeEventListener('pointerdown', wake)
      document.removeEventListener('keydown', wake)
      sounds.close()
    }
  }, [sounds])

  async function runAction(work: () => Promise<ShownResult>): Promise<ShownResult> {
    setIsPending(true)
    try {
      const given = await work()
      sounds.play(tones[given.outcome] ?? 'no', isLoud)
      const back = toUndoToastId(given.ticket?.id ?? given.guest?.id)
      if (isWelcome(given.outcome) && shownUndos.current.delete(back)) notify.dismiss(back)
      return given
    } finally {
      setIsPending(false)
    }
  }
  async function runAndShow(work: () => Promise<ShownResult>): Promise<void> {
    setResult(await runAction(work))
  }
  /** Runs actions from a list. The row shows the result; only a refusal fills the whole screen. */
  async function runFromList(name: string, works: (() => Promise<ShownResult>)[]): Promise<void> {
    const results: ShownResult[] = []
    for (const work of works) results.push(await runAction(work))
    const refused = results.find(({ outcome }) => !isWelcome(outcome))
    if (refused) setResult(refused)
    else
      setAnnouncement(
        results.length > 1 ? `${name}: ${results.length} are checked in` : `${name} is checked in`,
      )
  }
  async function undoCheckIn(
    nonce: string,
    target: { ticketId?: string; guestId?: string },
    name: string,
  ): Promise<void> {
    const { outcome, refusedCount, since } = await shift.undo(nonce, target)
    const about = toUndoToastId(target.ticketId ?? target.guestId)
    if (outcome === 'undone' && !since) shownUndos.current.add(about)
    if (outcome === 'too_late') notify.error('Too late to undo. Ask the organizer or a manager.')
    else if (outcome !== 'undone') notify.error(`${name}’s check-in couldn’t be undone.`)
    else if (refusedCount > 0)
      notify.info(`The check-in of ${name} was undone. Scan everyone who is waiting again.`, { about })
    else if (since) notify.info(`${name} was checked in at ${formatClock(since.at, zone)} by another scan.`)
    else notify.success(`The check-in of ${name} was undone.`, { about })
    if (outcome !== 'undone') sounds.play('no', isLoud)
  }

  return {
    result,
    isPending,
    announcement,
    next: () => setResult(undefined),
    scan: (code) => void runAndShow(() => shift.scan(code)),
    admitAnyway({ ticket, guest }) {
      if (ticket) void runAndShow(() => shift.checkIn(ticket.id, true))
      else if (guest) void runAndShow(() => shift.arrive(guest.id, 1, true))
    },
    checkIn: (name, ticketIds) =>
      void runFromList(
        name,
        ticketIds.map((id) => () => shift.checkIn(id)),
      ),
    arrive: (name, guestId, people) => void runFromList(name, [() => shift.arrive(guestId, people)]),
    undo(nonce, target, name) {
      setResult(undefined)
      void undoCheckIn(nonce, target, name)
    },
    undoParty({ name, tickets, guest }) {
      const lastGuestCheckIn = guest?.checkIns.at(-1)
      if (guest && lastGuestCheckIn) void undoCheckIn(lastGuestCheckIn.nonce, { guestId: guest.id }, name)
      for (const { id, checkInNonce } of tickets)
        if (checkInNonce !== undefined) void undoCheckIn(checkInNonce, { ticketId: id }, name)
    },
    seen: (nonce) => void shift.seen([nonce]).catch((error: unknown) => notify.error(getErrorMessage(error))),
  }
}

const toUndoToastId = (id: string | undefined): string => `out-again-${id ?? ''}`
