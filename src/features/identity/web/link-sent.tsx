import type { ReactNode } from 'react'
import { classNames } from '~/design/class-names'
import { LinkButton } from '~/design/link-button'
import { type Captcha, CaptchaField } from './captcha'
import { OutcomeTitle } from './outcome-title'
import { SendAgain } from './send-again'
import styles from './auth-page.module.css'

type LinkSentProps = {
  title: string
  /** Where it went, and what it is good for. */
  children: ReactNode
  /** Where asking once more needs it. */
  captcha?: Captcha | undefined
  /** Milliseconds since 1970: no other can be sent before. */
  from: number | undefined
  isSending: boolean
  onSend: () => void
  /** The way to another address. */
  elsewhere?: ReactNode
  next?: string | undefined
}

/** A link is in the email, and the next step is there: what can be done here meanwhile, should nothing come. */
export function LinkSent(props: LinkSentProps) {
  const { title, children, captcha, from, isSending, onSend, elsewhere, next } = props
  return (
    <>
      <div>
        <OutcomeTitle>{title}</OutcomeTitle>
        <p className={classNames('muted', styles.lead)}>{children}</p>
      </div>
      <div className={classNames('stack', styles.form)}>
        <p className="small faint">Nothing there? Look among unwanted mail, too.</p>
        {captcha && <CaptchaField captcha={captcha} />}
        <div className="row between small wrap">
          <SendAgain from={from} isSending={isSending} onSend={onSend} />
          {elsewhere}
        </div>
        <LinkButton to="/auth" search={{ tab: 'sign-in', next }} variant="outline" size="lg" full>
          Back to sign in
        </LinkButton>
      </div>
    </>
  )
}
