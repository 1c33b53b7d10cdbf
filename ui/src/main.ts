// The page's beginning: take the credential, then show the inbox, or a closed door.

import { mount } from "svelte";
import { forgetCredential, takeCredential } from "./backend/credential";
import { HttpBackend } from "./backend/http";
import { Session } from "./state/session.svelte";
import "./style/base.css";
import "./style/content.css";
import App from "./view/App.svelte";
import Door from "./view/Door.svelte";

const target = document.getElementById("app");
if (!target) throw new Error("the page has no place to show anything in");

const token = await takeCredential();
if (token === undefined) {
  mount(Door, { target });
} else {
  const session: Session = new Session(
    new HttpBackend(token, {
      ended: () => (session.ended = true),
      otherBuild: () => (session.outdated = true),
    }),
  );
  mount(App, { target, props: { session, onEnded: forgetCredential } });
}
