import { createFileRoute } from '@tanstack/react-router'
import { FailuresPage } from '~/features/administration/web/failures/failures-page'
import { failuresQuery } from '~/features/administration/web/queries'
import { ScreenFailed } from './-app-shell/screen-failed'
import { privateHead } from './-frame/page-head'

export const Route = createFileRoute('/admin/failures')({
  loader: ({ context: { queryClient } }) => queryClient.ensureQueryData(failuresQuery()),
  head: ({ match }) => privateHead(match, 'Failed deliveries'),
  errorComponent: ScreenFailed,
  component: FailuresPage,
})
