// Serves the sources and reloads as you type, on the same port and data folder as `npm start`.
import { isInProductNode, loadEnvironmentFile } from './project.mjs'

if (await isInProductNode('scripts/dev.mjs')) {
  loadEnvironmentFile()
  process.env.NODE_ENV ??= 'development'
  const { createServer } = await import('vite')
  const server = await createServer({
    server: {
      port: Number(process.env.PORT || 3000),
      strictPort: true,
      host: process.env.HOST || '127.0.0.1',
    },
  })
  await server.listen()
  server.printUrls()
  const stop = () => void server.close().then(() => process.exit(0))
  process.once('SIGINT', stop).once('SIGTERM', stop)
}
