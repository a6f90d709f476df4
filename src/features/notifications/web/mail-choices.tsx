import { useMutation, useQueryClient, useSuspenseQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { Note } from '~/design/note'
import { SwitchRow } from '~/design/switch-row'
import { notify } from '~/design/toast'
import { errorMessage } from '~/platform/rpc/errors'
import type { MailChoice } from '../contract'
import { mailChoicesQuery, notifications } from './queries'

const hints = {
  confirmed: '',
  unconfirmed: 'Mail comes once you have confirmed your address.',
  none: 'Mail comes once you have added your email and confirmed it.',
}

interface MailChoicesProps {
  /** Mail goes to a confirmed one alone. */
  address: keyof typeof hints
}

/** What one wants mail about. Each switch is saved at once, and goes back when that failed. */
export function MailChoices({ address }: MailChoicesProps) {
  const { data } = useSuspenseQuery(mailChoicesQuery())
  const queryClient = useQueryClient()
  const [saved, setSaved] = useState('')
  const show = ({ topic, wantsMail }: Pick<MailChoice, 'topic' | 'wantsMail'>) =>
    queryClient.setQueryData(
      mailChoicesQuery().queryKey,
      (old) =>
        old && { choices: old.choices.map((one) => (one.topic === topic ? { ...one, wantsMail } : one)) },
    )
  const { mutate } = useMutation(
    notifications.setMailChoice.mutationOptions({
      // One after the other: the last press is the one that stays.
      scope: { id: 'mail choices' },
      onMutate: async (choice) => {
        setSaved('')
        // What is being read was asked for before this, and would come after it.
        await queryClient.cancelQueries(mailChoicesQuery())
        show(choice)
      },
      onSuccess: ({ label, wantsMail }) =>
        setSaved(`Saved. ${label}: ${wantsMail ? 'by mail too' : 'no mail'}.`),
      onError: (error, choice) => {
        show({ ...choice, wantsMail: !choice.wantsMail })
        notify.error(errorMessage(error))
      },
      // And so may be what was asked for meanwhile: read again after the last of several presses.
      onSettled: () => {
        const isLast =
          queryClient.isMutating({ mutationKey: notifications.setMailChoice.mutationKey() }) === 1
        if (isLast) void queryClient.invalidateQueries(mailChoicesQuery())
      },
    }),
  )
  return (
    <>
      {address !== 'confirmed' && <Note tone="orange">{hints[address]} Notices come in any case.</Note>}
      <div>
        {data.choices.map(({ topic, label, about, wantsMail }) => (
          <SwitchRow
            key={topic}
            label={label}
            description={about ?? undefined}
            checked={wantsMail}
            onChange={(event) => mutate({ topic, wantsMail: event.target.checked })}
          />
        ))}
      </div>
      <p className="small muted">
        Always mailed: tickets and receipts, refunds, a ticket that somebody passes on to you, news of a night
        you hold tickets for, and what touches the safety of your account.
      </p>
      <output className="small faint">{saved}</output>
    </>
  )
}
