import { useMutation, useQueryClient } from '@tanstack/react-query'
import { CalendarDays, Landmark, Unplug } from 'lucide-react'
import { useState } from 'react'
import { Button } from '~/design/button'
import { ConfirmDialog } from '~/design/confirm-dialog'
import { SettingRow } from '~/design/setting-row'
import { useSiteName } from '~/design/site-name'
import { notify } from '~/design/toast'
import { useReaderZone } from '~/design/use-reader-zone'
import { formatShortDate } from '~/lib/time'
import { getErrorMessage } from '~/platform/rpc/errors'
import type { Payee } from '../contract'
import { PROVIDER_NAMES, type ProviderKind } from '../rules/requirement-text'
import { OpenProviderButton } from './open-provider-button'
import { payees, payoutsQuery } from './queries'

type ConnectedAccountProps = {
  provider: ProviderKind
  payee: Payee
  isOpening: boolean
  onOpen: () => void
}

/** Shows the bank account, when payouts are sent, and how to disconnect. */
export function ConnectedAccount({ provider, payee, isOpening, onOpen }: ConnectedAccountProps) {
  const zone = useReaderZone() ?? 'UTC'
  const [isDisconnecting, setDisconnecting] = useState(false)
  const { bank, connectedAt, disconnectFrom } = payee
  const place = [bank?.name, bank?.country, bank?.currency].filter(Boolean).join(', ')
  return (
    <>
      <ul className="row-list">
        <SettingRow
          icon={Landmark}
          title={bank === null ? 'Bank account' : `Bank account ending ${bank.last4}`}
          detail={[
            place && `${place}.`,
            connectedAt !== null && `Connected ${formatShortDate(connectedAt, zone)}.`,
          ]
            .filter(Boolean)
            .join(' ')}
          end={
            <OpenProviderButton variant="quiet" size="sm" isOpening={isOpening} onOpen={onOpen}>
              Change
            </OpenProviderButton>
          }
        />
        <SettingRow
          icon={CalendarDays}
          title="Payout schedule"
          detail="We send deposits when they’re paid, guaranteed fees a day after the set, and shares when the settlement is final. The provider then pays your bank account by its own schedule."
        />
        <SettingRow
          icon={Unplug}
          title={`Disconnect ${PROVIDER_NAMES[provider]}`}
          detail={
            disconnectFrom === null
              ? 'You receive no payouts until you connect a bank account again.'
              : `You can disconnect from ${formatShortDate(disconnectFrom, zone)}. Until then, refunds and disputes can be deducted from what you were paid.`
          }
          end={
            disconnectFrom === null && (
              <Button variant="ghost" size="sm" onClick={() => setDisconnecting(true)}>
                Disconnect
              </Button>
            )
          }
        />
      </ul>
      {isDisconnecting && <DisconnectDialog provider={provider} onClose={() => setDisconnecting(false)} />}
    </>
  )
}

function DisconnectDialog({ provider, onClose }: { provider: ProviderKind; onClose: () => void }) {
  const queryClient = useQueryClient()
  const siteName = useSiteName()
  const { mutate, isPending } = useMutation(
    payees.payouts.disconnect.mutationOptions({
      onSuccess: (payouts) => {
        onClose()
        queryClient.setQueryData(payoutsQuery().queryKey, payouts)
        notify.success('Your bank account is disconnected.')
      },
      onError: (error) => notify.error(getErrorMessage(error)),
    }),
  )
  return (
    <ConfirmDialog
      open
      onOpenChange={(isOpen) => !isOpen && onClose()}
      title={`Disconnect ${PROVIDER_NAMES[provider]}?`}
      description={`${siteName} deletes your payout account. To receive payouts again, you go through the whole setup once more.`}
      confirmLabel="Disconnect"
      cancelLabel="Keep connected"
      busy={isPending && 'Disconnecting'}
      onConfirm={() => mutate(undefined)}
    />
  )
}
