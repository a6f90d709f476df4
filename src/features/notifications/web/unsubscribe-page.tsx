import { useMutation, useQueryClient } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { ArrowRight } from 'lucide-react'
import { type FormEvent, useEffect, useRef, useState } from 'react'
import { Button } from '~/design/button'
import { classNames } from '~/design/class-names'
import { Icon } from '~/design/icon'
import { LinkButton } from '~/design/link-button'
import { SplitVinylRecord } from '~/design/split-vinyl-record'
import { notify } from '~/design/toast'
import { getErrorMessage } from '~/platform/rpc/errors'
import type { UnsubscribeStatus } from '../contract'
import { emailPreferencesQuery, unsubscribeStatusQuery, notifications } from './queries'
import styles from './unsubscribe-page.module.css'

/** The page of an unsubscribe link: the topic, one button, and a way to undo. It works without scripts. */
export function UnsubscribePage({ token, stop }: { token: string; stop: UnsubscribeStatus }) {
  const queryClient = useQueryClient()
  const heading = useRef<HTMLHeadingElement>(null)
  const [outcome, setOutcome] = useState<boolean>()
  const change = useMutation(
    notifications.unsubscribe.mutationOptions({
      onSuccess: (changed) => {
        queryClient.setQueryData(unsubscribeStatusQuery(token).queryKey, changed)
        setOutcome(changed.wantsEmail)
        void queryClient.invalidateQueries(emailPreferencesQuery())
      },
      onError: (error) => notify.error(getErrorMessage(error)),
    }),
  )
  // The pressed button has been replaced, so the heading announces the result and keeps the keyboard position.
  useEffect(() => {
    if (outcome !== undefined) heading.current?.focus()
  }, [outcome])

  const again = !stop.wantsEmail
  const send = (event: FormEvent) => {
    event.preventDefault()
    change.mutate({ token, again })
  }
  return (
    <div className={classNames('sheet stock-lilac', styles.page)}>
      <main className={classNames('page-width', styles.content)} id="main">
        <h1 ref={heading} tabIndex={-1}>
          {stop.wantsEmail ? `Stop emails about ${stop.noun}?` : `Emails about ${stop.noun} stopped`}
        </h1>
        <p className={classNames('lead', styles.lead)}>
          {stop.wantsEmail
            ? `We email you when something about your ${stop.noun} needs an answer or changes. Without emails, check your notifications on this site.`
            : 'You’ll still find these notifications on this site. Changed your mind?'}
        </p>
        <form className="row wrap" method="post" action={`/unsubscribe/${token}`} onSubmit={send}>
          <input type="hidden" name="from-page" value="yes" />
          {again && <input type="hidden" name="again" value="yes" />}
          <Button
            type="submit"
            size="lg"
            variant={again ? 'outline' : 'primary'}
            busy={change.isPending && (again ? 'Saving' : 'Stopping')}
          >
            {again ? 'Resume emails' : 'Stop emails'}
          </Button>
        </form>
        <p>
          <Link className="arrow-link" to="/dashboard/settings" hash="mail">
            All email settings <Icon of={ArrowRight} />
          </Link>
        </p>
      </main>
      <RecordArtwork />
    </div>
  )
}

/** Shown for an invalid link or a deleted account. */
export function InvalidUnsubscribeLink() {
  return (
    <div className={classNames('sheet stock-lilac', styles.page)}>
      <main className={classNames('page-width', styles.content)} id="main">
        <h1>This link isn’t valid.</h1>
        <p className={classNames('lead', styles.lead)}>
          It may be incomplete. Copy the complete link from the email, or choose your emails in the settings.
        </p>
        <p>
          <LinkButton size="lg" variant="primary" to="/dashboard/settings" hash="mail">
            Email settings
          </LinkButton>
        </p>
      </main>
      <RecordArtwork />
    </div>
  )
}

function RecordArtwork() {
  return (
    <div className={styles.record} aria-hidden="true">
      <SplitVinylRecord view={{ width: 1000, height: 560 }} left={205} right={395} rings={15} />
    </div>
  )
}
