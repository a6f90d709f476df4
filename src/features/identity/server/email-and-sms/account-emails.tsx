import { EmailCode } from '~/design/email/email-code'
import { EmailParagraph } from '~/design/email/email-facts'
import { EmailLayout } from '~/design/email/email-layout'

type LinkAndCode = { email: string; link: string; code: string; until: string }

/** Shows the code, which works instead of the link. `until` is when both expire, formatted with its time zone. */
function CodeAsAlternative({ before, code, until }: { before: string; code: string; until: string }) {
  return (
    <>
      <EmailParagraph>{before}</EmailParagraph>
      <EmailCode code={code} />
      <EmailParagraph small>Both work once, until {until}.</EmailParagraph>
    </>
  )
}

export const verifyEmailSubject = 'Verify your email address'

export function VerificationEmail(props: LinkAndCode & { name: string | undefined }) {
  return (
    <EmailLayout
      preview="One click. The link works for 24 hours."
      stock="yellow"
      headline={props.name === undefined ? 'Is this you?' : `Is this you, ${props.name}?`}
      lead={`Someone signed up with ${props.email}. If it was you, verify your address.`}
      action={{ label: 'Verify my email address', href: props.link }}
      reason="Not you? Ignore this email. The address won’t be verified."
    >
      <CodeAsAlternative
        before="Or type this code on the page you came from:"
        code={props.code}
        until={props.until}
      />
    </EmailLayout>
  )
}

export const signInSubject = 'Your code to sign in'

/** `isNew`: there is no account with this email yet; the code creates one. */
export function SignInEmail(props: LinkAndCode & { isNew: boolean }) {
  return (
    <EmailLayout
      preview="A six-digit code. It works for 10 minutes."
      stock="mint"
      headline="Your code to sign in"
      lead={
        props.isNew
          ? `Someone requested to sign in with ${props.email}, which has no account yet. If it was you, this creates one.`
          : `Someone requested to sign in with ${props.email}. If it was you, use the link or the code.`
      }
      action={{ label: props.isNew ? 'Create my account' : 'Sign in', href: props.link }}
      reason="Not you? Ignore this email, and don’t share the code. We never ask for it."
    >
      <CodeAsAlternative
        before="Or type this code on the page you came from:"
        code={props.code}
        until={props.until}
      />
    </EmailLayout>
  )
}

export const resetPasswordSubject = 'Set a new password'

export function ResetPasswordEmail(props: {
  email: string
  link: string
  code: string | undefined
  until: string
}) {
  return (
    <EmailLayout
      preview="One click. The link works for 1 hour."
      stock="lilac"
      headline="Reset your password"
      lead={`Someone requested a new password for ${props.email}. If it was you, set it here.`}
      action={{ label: 'Set a new password', href: props.link }}
      reason="Not you? Ignore this email. Your password stays the same."
    >
      {props.code !== undefined && (
        <>
          <EmailParagraph>Or type this code in the app you came from:</EmailParagraph>
          <EmailCode code={props.code} />
        </>
      )}
      <EmailParagraph small>
        {props.code === undefined ? 'The link works' : 'Both work'} once, until {props.until}. Setting a new
        password signs out every other session.
      </EmailParagraph>
    </EmailLayout>
  )
}

export const nonceSubject = 'Your code to confirm it’s you'

export function NonceEmail(props: { code: string; until: string }) {
  return (
    <EmailLayout
      preview="A six-digit code. It works for 10 minutes."
      stock="orange"
      headline="Confirm it’s you"
      lead="Someone signed in to your account is about to change a security setting. If it’s you, type this code to continue."
      reason="Not you? Someone else is signed in to your account. Don’t share the code, and set a new password now."
    >
      <EmailCode code={props.code} />
      <EmailParagraph small>It works once, until {props.until}.</EmailParagraph>
    </EmailLayout>
  )
}

export const inviteSubject = 'You’re invited to your account'

export function InviteEmail(props: LinkAndCode) {
  return (
    <EmailLayout
      preview="One click. The link works for 7 days."
      stock="pink"
      headline="You’re invited"
      lead={`We created an account for ${props.email}. Accept the invitation to use it.`}
      action={{ label: 'Accept invitation', href: props.link }}
      reason="Don’t know what this is about? Ignore this email. The account won’t be activated."
    >
      <CodeAsAlternative
        before="Or type this code in the app that sent you here:"
        code={props.code}
        until={props.until}
      />
    </EmailLayout>
  )
}

export const noAccountSubject = 'No account with this address'

/** Sent when a code is requested for an email without an account, so that the person doesn’t wait for it in vain. */
export function NoAccountEmail(props: { email: string; signUpLink: string }) {
  return (
    <EmailLayout
      preview="Did you use another address?"
      stock="bone"
      headline="No account found"
      lead={`Someone requested a code to sign in with ${props.email}, which has no account here. If it was you, sign in with another address or sign up.`}
      action={{ label: 'Sign up', href: props.signUpLink }}
      reason="Not you? Ignore this email. No account was created, and we don’t store your address."
    />
  )
}

export const alreadyRegisteredSubject = 'You already have an account'

/** Sent to the owner of an email that was used for another sign-up: only the owner may learn that there is an account. */
export function AlreadyRegisteredEmail(props: { email: string; signInLink: string; resetLink: string }) {
  return (
    <EmailLayout
      preview="Nothing was changed."
      stock="bone"
      headline="You already have an account"
      lead={`Someone signed up with ${props.email}, which already has an account. If it was you, sign in.`}
      action={{ label: 'Sign in', href: props.signInLink }}
      reason="Not you? Ignore this email. Nothing was changed, and the other person didn’t learn that you have an account."
    >
      <EmailParagraph small>
        Forgot your password? Set a new one:{' '}
        <a href={props.resetLink} style={{ color: 'inherit' }}>
          {props.resetLink}
        </a>
      </EmailParagraph>
    </EmailLayout>
  )
}
