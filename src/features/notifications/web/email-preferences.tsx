import { useMutation, useQueryClient, useSuspenseQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { Note } from '~/design/note'
import { SwitchRow } from '~/design/switch-row'
import { notify } from '~/design/toast'
import { getErrorMessage } from '~/platform/rpc/errors'
import type { EmailPreference } from '../contract'
import { emailPreferencesQuery, notifications } from './queries'

const hints = {
  confirmed: '',
  unconfirmed: 'We email you once you’ve verified your address.',
  none: 'We email you once you’ve added and verified your email.',
}

interface EmailPreferencesProps {
  /** The state of the person's email address. Emails are sent only to a verified address. */
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
        old && {
          choices: old.choices.map((choice) => (choice.topic === topic ? { ...choice, wantsEmail } : choice)),
        },
    )
  const { mutate } = useMutation(
    notifications.setEmailPreference.mutationOptions({
      // Runs the requests one after the other, so that the last change wins.
      scope: { id: 'mail choices' },
      onMutate: async (choice) => {
        setSaved('')
        // Cancels loading, because a response in flight would show the old setting again.
        await queryClient.cancelQueries(emailPreferencesQuery())
        show(choice)
      },
      onSuccess: ({ label, wantsEmail }) =>
        setSaved(`Saved. ${label}: ${wantsEmail ? 'email on' : 'email off'}.`),
      onError: (error, choice) => {
        show({ ...choice, wantsEmail: !choice.wantsEmail })
        notify.error(getErrorMessage(error))
      },
      // Reloads after the last of several changes, because a response requested during a change can be out of date
      // too.
      onSettled: () => {
        const isLast =
          queryClient.isMutating({ mutationKey: notifications.setEmailPreference.mutationKey() }) === 1
        if (isLast) void queryClient.invalidateQueries(emailPreferencesQuery())
      },
    }),
  )
  return (
    <>
      {address !== 'confirmed' && (
        <Note tone="orange">{hints[address]} Notifications always appear on this site.</Note>
      )}
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
        Always emailed: tickets and receipts, refunds, tickets transferred to you, news of an event you hold
        tickets for, and account security.
      </p>
      <output className="small faint">{saved}</output>
    </>
  )
}
