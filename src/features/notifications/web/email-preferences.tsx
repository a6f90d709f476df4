import { useMutation, useQueryClient, useSuspenseQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { Note } from '~/design/note'
import { SwitchRow } from '~/design/switch-row'
import { notify } from '~/design/toast'
import { errorMessage } from '~/platform/rpc/errors'
import type { EmailPreference } from '../contract'
import { emailPreferencesQuery, notifications } from './queries'

const hints = {
  confirmed: '',
  unconfirmed: 'Mail comes once you have confirmed your address.',
  none: 'Mail comes once you have added your email and confirmed it.',
}

interface EmailPreferencesProps {
  /** State of the address. Emails go only to a verified one. */
  address: keyof typeof hints
}

/** The email preferences. Each switch saves immediately and reverts if that fails. */
export function EmailPreferences({ address }: EmailPreferencesProps) {
  const { data } = useSuspenseQuery(emailPreferencesQuery())
  const queryClient = useQueryClient()
  const [saved, setSaved] = useState('')
  const show = ({ topic, wantsEmail }: Pick<EmailPreference, 'topic' | 'wantsEmail'>) =>
    queryClient.setQueryData(
      emailPreferencesQuery().queryKey,
      (old) =>
        old && { choices: old.choices.map((one) => (one.topic === topic ? { ...one, wantsEmail } : one)) },
    )
  const { mutate } = useMutation(
    notifications.setEmailPreference.mutationOptions({
      // Serialized, so that the last change wins.
      scope: { id: 'mail choices' },
      onMutate: async (choice) => {
        setSaved('')
        // A response in flight would show the old setting again.
        await queryClient.cancelQueries(emailPreferencesQuery())
        show(choice)
      },
      onSuccess: ({ label, wantsEmail }) =>
        setSaved(`Saved. ${label}: ${wantsEmail ? 'by mail too' : 'no mail'}.`),
      onError: (error, choice) => {
        show({ ...choice, wantsEmail: !choice.wantsEmail })
        notify.error(errorMessage(error))
      },
      // Responses requested meanwhile may be stale too, so the last of several changes reloads.
      onSettled: () => {
        const isLast =
          queryClient.isMutating({ mutationKey: notifications.setEmailPreference.mutationKey() }) === 1
        if (isLast) void queryClient.invalidateQueries(emailPreferencesQuery())
      },
    }),
  )
  return (
    <>
      {address !== 'confirmed' && <Note tone="orange">{hints[address]} Notices come in any case.</Note>}
      <div>
        {data.choices.map(({ topic, label, about, wantsEmail }) => (
          <SwitchRow
            key={topic}
            label={label}
            description={about ?? undefined}
            checked={wantsEmail}
            onChange={(event) => mutate({ topic, wantsEmail: event.target.checked })}
          />
        ))}
      </div>
      <p className="small muted">
        Always emailed: tickets and receipts, refunds, a ticket that somebody passes on to you, news of a
        night you hold tickets for, and what touches the safety of your account.
      </p>
      <output className="small faint">{saved}</output>
    </>
  )
}
