import type { PriceTerms } from '~/features/settings/rules/shown-price'
import { useMemo, useState } from 'react'
import { notify } from '~/design/toast'
import { useLazyModule } from '~/design/use-lazy-module'
import type { TicketTypeChoice } from '../ticket-type-row'
import type { Opened } from './opened-codes'

interface CodesInAddress {
  eventId: string
  timezone: string
  terms: Pick<PriceTerms, 'currency'>
  codes: string | undefined
  onCodes: (codes: string | undefined) => void
}

/**
 * Applies the visitor's codes to the ticket panel. The code field is only loaded for a code in the URL or on request,
 * because most visitors have none.
 */
export function useCodes({ eventId, timezone, terms, codes, onCodes }: CodesInAddress) {
  const [opened, setOpened] = useState<Opened>({})
  const [isEntryRequested, setIsEntryRequested] = useState(false)
  const [hasFailed, setHasFailed] = useState(false)
  const isRequested = isEntryRequested || (codes !== undefined && !hasFailed)
  const part = useLazyModule(
    () => import('./code-entry'),
    isRequested,
    () => {
      setIsEntryRequested(false)
      setHasFailed(true)
      notify.error('The code field didn’t load. Try again.')
    },
  )
  const entry = part && (
    <part.CodeEntry
      eventId={eventId}
      timezone={timezone}
      currency={terms.currency}
      codes={codes}
      opened={opened}
      onOpened={(next, written) => {
        setOpened(next)
        onCodes(written)
      }}
      isRequested={isEntryRequested}
    />
  )
  return {
    opened,
    setOpened,
    entry,
    isEntryRequested,
    openEntry: () => setIsEntryRequested(true),
  }
}

/** Returns the public types, then the types that a code has unlocked. */
export function useShownTypes(
  types: readonly TicketTypeChoice[],
  { access }: Opened,
): readonly TicketTypeChoice[] {
  return useMemo(() => (access ? [...types, ...access.types] : types), [types, access])
}
