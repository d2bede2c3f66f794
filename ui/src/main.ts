import "./styles/fonts";
import "./styles/tokens.css";
import "./styles/base.css";
import { mount } from "svelte";
import App from "./App.svelte";
import { app } from "./app.svelte";

const target = document.getElementById("app");
if (target) {
  void app.start().finally(() => mount(App, { target }));
}
