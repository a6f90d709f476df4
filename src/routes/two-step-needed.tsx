import { createFileRoute, redirect } from '@tanstack/react-router'
import { LinkButton } from '~/design/link-button'
import { AuthPage } from '~/features/identity/web/auth-page'
import { requireSignedIn } from '~/features/identity/web/guards'
import { SignedInAs } from '~/features/identity/web/signed-in-as'
import { createPrivateHead } from './-frame/page-head'

// Replaces every staff screen until the session has passed two-step verification.
export const Route = createFileRoute('/two-step-needed')({
  staticData: { frame: { nav: 'none', footer: false } },
  beforeLoad: async (options) => {
    const me = await requireSignedIn(options)
    if (!me.needsTwoStep) throw redirect({ to: me.homePath, replace: true })
    return { me }
  },
  head: ({ match }) => createPrivateHead(match, 'Turn on two-step verification'),
  component: TwoStepNeeded,
})

function TwoStepNeeded() {
  const { me } = Route.useRouteContext()
  return (
    <AuthPage stock="lilac" poster={['Two steps,', 'then the', 'booth.']} back="/">
      <div className="stack">
        <h1 className="title-1">
          Turn on <span className="no-wrap">two-step</span> verification
        </h1>
        <p className="muted">
          Admins and moderators need it on this site. Add an authenticator app or a security key under
          “Two-step verification” in your settings. Until then, your account works like a member’s.
        </p>
        <p className="muted">A passkey also works: sign out and sign in with it.</p>
      </div>
      <div className="stack">
        <LinkButton variant="primary" size="lg" full to="/dashboard/settings" hash="factor">
          Open settings
        </LinkButton>
        <LinkButton to="/dashboard" variant="ghost" full>
          Go to your dashboard
        </LinkButton>
      </div>
      <SignedInAs me={me} />
    </AuthPage>
  )
}
