import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { Button } from '~/design/button'
import { classNames } from '~/design/class-names'
import { LinkButton } from '~/design/link-button'
import { notify } from '~/design/toast'
import { useReaderZone } from '~/design/use-reader-zone'
import { formatShortDay } from '~/lib/time'
import { getErrorMessage } from '~/platform/rpc/errors'
import type { InvalidLinkReason, LinkType } from '../contract-shapes'
import { AuthPage } from './auth-page'
import { LinkSent } from './link-sent'
import { identity } from './queries'
import { useResendTimer } from './use-resend-timer'
import styles from './auth-page.module.css'

const lives: Record<LinkType, string> = {
  signup: '24 hours',
  recovery: 'an hour',
  magiclink: 'ten minutes',
  invite: 'seven days',
  email_change: '24 hours',
}

const titles: Record<InvalidLinkReason, string> = {
  used: 'This link was already used',
  replaced: 'A newer link was sent',
  expired: 'This link has expired',
}

export function getInvalidLinkPoster({
  email,
  reason,
}: Pick<InvalidLinkProps, 'email' | 'reason'>): readonly string[] {
  if (email === null) return ['This one', 'was never', 'on the list.']
  if (reason === 'used') return ['That one', 'was played', 'already.']
  if (reason === 'replaced') return ['There is', 'a newer', 'pressing.']
  return ['Late. But', 'not too', 'late.']
}

type InvalidLinkPageProps = Pick<InvalidLinkProps, 'type' | 'token' | 'next'> & {
  link: Pick<InvalidLinkProps, 'email' | 'sentAt' | 'reason'>
}

type InvalidLinkProps = {
  type: LinkType
  token: string
  /** Email and time of the link; both null if no such link was ever sent. */
  email: string | null
  sentAt: string | null
  reason: InvalidLinkReason | null
  /** Path that the old link led to. The new one leads there, too. */
  next?: string | undefined
}

/** Page for a link that doesn't work: says why, and offers a new one. */
export function InvalidLinkPage({ link, ...rest }: InvalidLinkPageProps) {
  return (
    <AuthPage stock="coral" poster={getInvalidLinkPoster(link)} back="/auth">
      <InvalidLink {...rest} email={link.email} sentAt={link.sentAt} reason={link.reason} />
    </AuthPage>
  )
}

export function InvalidLink({ type, token, email, sentAt, reason, next }: InvalidLinkProps) {
  const again = useResendTimer()
  const zone = useReaderZone() ?? 'UTC'
  const [sentTo, setSentTo] = useState<string>()
  const renew = useMutation(
    identity.codes.renew.mutationOptions({
      onMutate: () => notify.dismiss(),
      onSuccess: (sent) => {
        if (sentTo !== undefined) notify.success('A new link is on its way. The old one no longer works.')
        setSentTo(sent.email)
        again.countFromNow()
      },
      onError: (error) => {
        // The server sent a link less than a minute ago, so it refused to send another.
        if (again.isEarly(error)) setSentTo(email ?? undefined)
        else notify.error(getErrorMessage(error))
      },
    }),
  )
  const life = lives[type]
  const send = () => renew.mutate({ token, type, next })

  if (sentTo !== undefined) {
    return (
      <LinkSent
        title="A new link is on its way"
        from={again.resendAt}
        isSending={renew.isPending}
        onSend={send}
        elsewhere={<OtherAddressLink type={type} next={next} />}
        next={next}
      >
        To {sentTo}. It works once and for {life}.
      </LinkSent>
    )
  }
  if (email === null || sentAt === null) {
    return (
      <>
        <div>
          <h1 className="title-1">This link doesn’t work</h1>
          <p className="muted">
            Part of it may be missing. Copy the full link from our email, or request a new one.
          </p>
        </div>
        <RequestNewLink type={type} next={next} />
      </>
    )
  }
  return (
    <>
      <div>
        <h1 className="title-1">{titles[reason ?? 'expired']}</h1>
        <p className="muted">
          {reason === 'used' &&
            'This kind of link works once. It also stops working after a newer link or another change of your account.'}
          {reason === 'replaced' &&
            `Only the latest link works. Look for it in the email to ${email}, or request another.`}
          {(reason ?? 'expired') === 'expired' &&
            `This kind of link works once and expires after ${life}. This one is from ${formatShortDay(sentAt, zone)}.`}
        </p>
      </div>
      <div className="stack">
        <Button
          variant="primary"
          size="lg"
          full
          busy={renew.isPending && 'Sending'}
          onClick={() => renew.mutate({ token, type, next })}
        >
          Send a new link
        </Button>
        <p className={classNames('small faint', styles.lead)}>To {email}. The old link no longer works.</p>
      </div>
    </>
  )
}

/**
 * Offers to request the link for another address. Only password reset links and sign-in links can be requested for any
 * address. Links of other types go to the address of the account.
 */
function OtherAddressLink({ type, next }: Pick<InvalidLinkProps, 'type' | 'next'>) {
  const look = { variant: 'ghost', size: 'sm', flush: true } as const
  if (type === 'recovery')
    return (
      <LinkButton to="/auth/forgot" search={{ next }} {...look}>
        Use another address
      </LinkButton>
    )
  if (type === 'magiclink')
    return (
      <LinkButton to="/auth" search={{ tab: 'sign-in', way: 'code', next }} {...look}>
        Use another address
      </LinkButton>
    )
  return null
}

function RequestNewLink({ type, next }: Pick<InvalidLinkProps, 'type' | 'next'>) {
  const look = { variant: 'primary', size: 'lg', full: true } as const
  if (type === 'recovery')
    return (
      <LinkButton to="/auth/forgot" search={{ next }} {...look}>
        Request a new link
      </LinkButton>
    )
  if (type === 'magiclink')
    return (
      <LinkButton to="/auth" search={{ tab: 'sign-in', way: 'code', next }} {...look}>
        Request a new code
      </LinkButton>
    )
  return (
    <LinkButton to="/auth" search={{ tab: 'sign-in', next }} {...look}>
      Sign In
    </LinkButton>
  )
}
