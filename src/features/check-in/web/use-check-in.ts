import { useEffect, useRef, useState } from 'react'
import { notify } from '~/design/toast'
import { errorMessage } from '~/platform/rpc/errors'
import { formatClock } from '~/lib/time'
import { isWelcome, type ShownAnswer } from './check-in-actions'
import type { Party } from './check-in-attendees'
import { createSounds, type Tone } from './sounds'
import type { Shift } from './shift-view'

export interface CheckInControls {
  answer: ShownAnswer | undefined
  isAsking: boolean
  /** Screen reader announcement of the last change in a list. */
  said: string
  next: () => void
  scan: (code: string) => void
  admitAnyway: (answer: ShownAnswer) => void
  checkIn: (name: string, ticketIds: string[]) => void
  arrive: (name: string, guestId: string, people: number) => void
  undo: (nonce: string, of: { ticketId?: string; guestId?: string }, name: string) => void
  undoParty: (party: Party) => void
  seen: (nonce: string) => void
}

const tones: Partial<Record<ShownAnswer['outcome'], Tone>> = {
  checked_in: 'yes',
  admitted: 'yes',
  duplicate: 'duplicate',
  undone: 'yes',
}

/** Returns the actions of the check-in page; each one is answered on the screen, with a sound and a vibration. */
export function useCheckIn(
  shift: Shift,
  { isLoud, zone }: { isLoud: boolean; zone: string },
): CheckInControls {
  const [answer, setAnswer] = useState<ShownAnswer>()
  const [isAsking, setIsAsking] = useState(false)
  const [said, setSaid] = useState('')
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

  async function ask(work: () => Promise<ShownAnswer>): Promise<ShownAnswer> {
    setIsAsking(true)
    try {
      const given = await work()
      sounds.play(tones[given.outcome] ?? 'no', isLoud)
      const back = outToast(given.ticket?.id ?? given.guest?.id)
      if (isWelcome(given.outcome) && shownUndos.current.delete(back)) notify.dismiss(back)
      return given
    } finally {
      setIsAsking(false)
    }
  }
  async function show(work: () => Promise<ShownAnswer>): Promise<void> {
    setAnswer(await ask(work))
  }
  /** In a list, the row shows the result; only a refusal fills the whole screen. */
  async function tick(name: string, works: (() => Promise<ShownAnswer>)[]): Promise<void> {
    const answers: ShownAnswer[] = []
    for (const work of works) answers.push(await ask(work))
    const refused = answers.find(({ outcome }) => !isWelcome(outcome))
    if (refused) setAnswer(refused)
    else setSaid(answers.length > 1 ? `${name}: ${answers.length} are checked in` : `${name} is checked in`)
  }
  async function undoCheckIn(
    nonce: string,
    of: { ticketId?: string; guestId?: string },
    name: string,
  ): Promise<void> {
    const { outcome, refusedCount, since } = await shift.undo(nonce, of)
    const about = outToast(of.ticketId ?? of.guestId)
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
    answer,
    isAsking,
    said,
    next: () => setAnswer(undefined),
    scan: (code) => void show(() => shift.scan(code)),
    admitAnyway({ ticket, guest }) {
      if (ticket) void show(() => shift.checkIn(ticket.id, true))
      else if (guest) void show(() => shift.arrive(guest.id, 1, true))
    },
    checkIn: (name, ticketIds) =>
      void tick(
        name,
        ticketIds.map((id) => () => shift.checkIn(id)),
      ),
    arrive: (name, guestId, people) => void tick(name, [() => shift.arrive(guestId, people)]),
    undo(nonce, of, name) {
      setAnswer(undefined)
      void undoCheckIn(nonce, of, name)
    },
    undoParty({ name, tickets, guest }) {
      const lastGuestCheckIn = guest?.checkIns.at(-1)
      if (guest && lastGuestCheckIn) void undoCheckIn(lastGuestCheckIn.nonce, { guestId: guest.id }, name)
      for (const { id, checkInNonce } of tickets)
        if (checkInNonce !== undefined) void undoCheckIn(checkInNonce, { ticketId: id }, name)
    },
    seen: (nonce) => void shift.seen([nonce]).catch((error: unknown) => notify.error(errorMessage(error))),
  }
}

const outToast = (id: string | undefined): string => `out-again-${id ?? ''}`
