// `npm run serve`: runs the current build without installing or building anything.
import { currentBuild, runBuild } from "./builds.mjs";

const build = currentBuild();
if (!build) {
  process.stderr.write(
    "There is no build to serve. Run npm run build first, or npm start, which does everything.\n",
  );
  process.exit(1);
}
await runBuild(build);
