import { useMutation } from '@tanstack/react-query'
import { CircleAlert } from 'lucide-react'
import type { ReactNode } from 'react'
import { Button } from '~/design/button'
import { Dialog, DialogClose } from '~/design/dialog'
import { SettingRow } from '~/design/setting-row'
import { notify } from '~/design/toast'
import { useReaderZone } from '~/design/use-reader-zone'
import {
  describeRequirement,
  PROVIDER_NAMES,
  type RequirementText,
} from '~/features/payees/rules/requirement-text'
import { formatPrice } from '~/lib/money'
import { toSentenceCase } from '~/lib/sentence-case'
import { formatShortDate } from '~/lib/time'
import { getErrorMessage } from '~/platform/rpc/errors'
import type { PayeeNeeded } from '../../../contract-payee'
import { events } from '../../queries'

type PayeeDialogProps = {
  eventId: string
  title: string
  needed: PayeeNeeded
  /** Renders a button that opens the provider of payouts; it leads back to the editor. */
  renderConnect: ((label: string) => ReactNode) | undefined
  onClose: () => void
}

/** Says why a paid event can't be published: its organizer can't be paid out. Closing it keeps the draft. */
export function PayeeDialog({ eventId, title, needed, renderConnect, onClose }: PayeeDialogProps) {
  const { isOrganizer, status } = needed
  const texts = isOrganizer ? describeProblem(title, needed) : describeForTeam(title, needed)
  return (
    <Dialog
      open
      onOpenChange={(isOpen) => !isOpen && onClose()}
      title={texts.title}
      description={texts.description}
      actions={
        <>
          <DialogClose>
            <Button>Keep as draft</Button>
          </DialogClose>
          {isOrganizer && renderConnect?.(texts.action)}
        </>
      }
    >
      {isOrganizer && status !== 'restricted' && (
        <>
          <ul className="row-list">
            <SettingRow
              icon={CircleAlert}
              iconTone="orange"
              title={status === 'not_connected' ? 'No payout account' : 'Setup isn’t complete'}
              detail={texts.detail}
            />
          </ul>
          <WaiverLine eventId={eventId} sent={needed.waiver} />
        </>
      )}
    </Dialog>
  )
}

type Texts = { title: string; description: string; detail?: string; action: string }

function describeProblem(
  title: string,
  { provider, status, requirement, minPriceCents, currency }: PayeeNeeded,
): Texts {
  const name = PROVIDER_NAMES[provider]
  const item: RequirementText | undefined =
    requirement === null ? undefined : describeRequirement(requirement, provider)
  if (status === 'restricted')
    return {
      title: 'Payouts are paused',
      description: `You can’t publish a paid event while ${name} ${item === undefined ? 'is checking your account' : `needs ${item.need}`}. ${title} stays a draft. Events already on sale keep selling.`,
      action: item?.action ?? 'Open account',
    }
  const needs = `${title} sells tickets from ${formatPrice(minPriceCents, currency)}. You need a bank account before buyers can pay. The event stays a draft until then.`
  if (status === 'in_progress')
    return {
      title: 'Connect a bank account first',
      description: needs,
      detail:
        item === undefined
          ? `${toSentenceCase(name)} is checking your account.`
          : `${toSentenceCase(name)} needs ${item.need}.`,
      action: 'Continue setup',
    }
  return {
    title: 'Connect a bank account first',
    description: needs,
    detail:
      provider === 'stripe'
        ? 'Setup takes about 5 minutes. You need an ID and your IBAN.'
        : 'The sandbox asks for no data, and no money moves.',
    action: 'Connect bank account',
  }
}

function describeForTeam(
  title: string,
  { organizerName, minPriceCents, currency, status }: PayeeNeeded,
): Texts {
  const organizer = organizerName ?? 'The organizer'
  return {
    title: status === 'restricted' ? 'Payouts are paused' : 'A bank account is missing',
    description: `${title} sells tickets from ${formatPrice(minPriceCents, currency)}. ${organizer} ${status === 'restricted' ? 'has to resolve that in Settings, under Payouts' : 'has to connect a bank account'} before it can be published. The event stays a draft until then.`,
    action: '',
  }
}

/** Lets the organizer request a waiver from the admins once; then shows when they did. */
function WaiverLine({ eventId, sent }: { eventId: string; sent: PayeeNeeded['waiver'] }) {
  const zone = useReaderZone() ?? 'UTC'
  const request = useMutation(
    events.dashboard.requestWaiver.mutationOptions({
      onError: (error) => notify.error('Waiver not requested', { detail: getErrorMessage(error) }),
    }),
  )
  const waiver = request.data ?? sent
  if (waiver !== null)
    return (
      <output className="small muted">
        {waiver.isDeclined
          ? 'An admin declined a waiver for this event.'
          : `Waiver requested ${formatShortDate(waiver.requestedAt, zone)}. You’ll be notified when an admin decides.`}
      </output>
    )
  return (
    <p className="small muted">
      You can also publish now with free tickets and add prices later, or{' '}
      <button
        type="button"
        className="link"
        disabled={request.isPending}
        onClick={() => request.mutate({ id: eventId })}
      >
        {request.isPending ? 'requesting a waiver' : 'ask an admin for a waiver'}
      </button>{' '}
      if your venue is paid directly.
    </p>
  )
}
