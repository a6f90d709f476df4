import type { ReactNode } from 'react'
import { classNames } from '~/design/class-names'
import { LinkButton } from '~/design/link-button'
import { type Captcha, CaptchaField } from './captcha'
import { OutcomeTitle } from './outcome-title'
import { ResendButton } from './resend-button'
import styles from './auth-page.module.css'

type LinkSentProps = {
  title: string
  /** Text that names the recipient and how long the link works. */
  children: ReactNode
  /** CAPTCHA for sending the link again, if one is required. */
  captcha?: Captcha | undefined
  /** When another link may be sent, in milliseconds since 1970. */
  from: number | undefined
  isSending: boolean
  onSend: () => void
  /** Link with which the person can use another address. */
  elsewhere?: ReactNode
  next?: string | undefined
}

/** Screen after a link was emailed, with the options if it doesn't arrive. */
export function LinkSent(props: LinkSentProps) {
  const { title, children, captcha, from, isSending, onSend, elsewhere, next } = props
  return (
    <>
      <div>
        <OutcomeTitle>{title}</OutcomeTitle>
        <p className={classNames('muted', styles.lead)}>{children}</p>
      </div>
      <div className={classNames('stack', styles.form)}>
        <p className="small faint">Nothing there? Check your spam folder, too.</p>
        {captcha && <CaptchaField captcha={captcha} />}
        <div className="row between small wrap">
          <ResendButton from={from} isSending={isSending} onSend={onSend} />
          {elsewhere}
        </div>
        <LinkButton to="/auth" search={{ tab: 'sign-in', next }} variant="outline" size="lg" full>
          Back to sign in
        </LinkButton>
      </div>
    </>
  )
}
