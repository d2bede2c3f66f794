//! maplibre-rs without a window: one tile in, its pixels out.

use std::borrow::Cow;
use std::cell::RefCell;
use std::rc::Rc;

use maplibre::context::MapContext;
use maplibre::headless::HeadlessPlugin;
use maplibre::headless::environment::HeadlessEnvironment;
use maplibre::headless::map::HeadlessMap;
use maplibre::headless::window::HeadlessMapWindowConfig;
use maplibre::io::apc::SchedulerAsyncProcedureCall;
use maplibre::kernel::{Kernel, KernelBuilder};
use maplibre::platform::http_client::ReqwestHttpClient;
use maplibre::platform::scheduler::TokioScheduler;
use maplibre::plugin::Plugin;
use maplibre::render::graph::RenderGraph;
use maplibre::render::resource::Head;
use maplibre::render::settings::{RendererSettings, WgpuSettings};
use maplibre::render::{RenderPlugin, RenderStageLabel, Renderer};
use maplibre::schedule::Schedule;
use maplibre::style::Style;
use maplibre::style::layer::{FillPaint, LayerPaint, StyleLayer};
use maplibre::tcs::system::{System, SystemContainer};
use maplibre::tcs::world::World;
use maplibre::vector::{DefaultVectorTransferables, VectorPlugin};
use maplibre::window::{MapWindowConfig, WindowSize};

use crate::shapes::{self, Layer};

/// Why there is no picture.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum MapError {
    /// This computer can't draw this way, now and later.
    NoAdapter,
    /// This picture can't be drawn.
    Impossible,
}

/// A map per size and sequence of colours: both are fixed when a map is made, and making one takes longer than
/// drawing. The app asks for few sizes in few colours.
#[derive(Default)]
pub struct Maps {
    known: Vec<(Key, Map)>,
}

/// At most this many maps are kept; each holds buffers on the graphics card.
const KEPT: usize = 3;

type Key = (u32, Vec<u32>);

impl Maps {
    /// The pixels (RGBA, row after row) of a square map with this side.
    pub fn draw(&mut self, side: u32, layers: &[Layer]) -> Result<Vec<u8>, MapError> {
        let tile = shapes::tile(layers).ok_or(MapError::Impossible)?;
        let key = (side, layers.iter().map(|layer| layer.color).collect::<Vec<_>>());
        // Taken out while drawing: should the renderer panic, a half-drawn map is not used again.
        let mut map = match self.known.iter().position(|(known, _)| *known == key) {
            Some(place) => self.known.remove(place).1,
            None => Map::new(side, &key.1)?,
        };
        let pixels = map.draw(tile, layers.len())?;
        self.known.insert(0, (key, map));
        self.known.truncate(KEPT);
        Ok(pixels)
    }
}

struct Map {
    map: HeadlessMap,
    runtime: tokio::runtime::Runtime,
    pixels: Rc<RefCell<Vec<u8>>>,
}

impl Map {
    fn new(side: u32, colors: &[u32]) -> Result<Self, MapError> {
        let runtime = tokio::runtime::Builder::new_current_thread()
            .enable_all()
            .build()
            .map_err(|_| MapError::NoAdapter)?;
        let size = WindowSize::new(side, side).ok_or(MapError::Impossible)?;
        let window = HeadlessMapWindowConfig::new(size).create();
        let renderer =
            Renderer::initialize_headless(&window, WgpuSettings::default(), RendererSettings::default());
        let renderer = runtime.block_on(renderer).map_err(|_| MapError::NoAdapter)?;
        let pixels = Rc::new(RefCell::new(Vec::new()));
        let plugins: Vec<Box<dyn Plugin<HeadlessEnvironment>>> = vec![
            Box::new(RenderPlugin),
            Box::new(VectorPlugin::<DefaultVectorTransferables>::default()),
            Box::new(HeadlessPlugin::new(false)),
            Box::new(ReadPixels { side, pixels: Rc::clone(&pixels) }),
        ];
        let map =
            runtime.block_on(async { HeadlessMap::new(style(colors), renderer, kernel(size), plugins) });
        Ok(Self { map: map.map_err(|_| MapError::Impossible)?, runtime, pixels })
    }

    fn draw(&mut self, tile: Vec<u8>, layers: usize) -> Result<Vec<u8>, MapError> {
        let names: Vec<String> = (0..layers).map(shapes::layer_name).collect();
        let names: Vec<&str> = names.iter().map(String::as_str).collect();
        let Self { map, runtime, pixels } = self;
        pixels.borrow_mut().clear();
        let tessellated = runtime.block_on(map.process_tile(tile.into_boxed_slice(), &names));
        map.render_tile(tessellated);
        let pixels = std::mem::take(&mut *pixels.borrow_mut());
        if pixels.is_empty() { Err(MapError::Impossible) } else { Ok(pixels) }
    }
}

/// What a map wants beside the renderer. Nothing is ever fetched: the stage that would do so isn't there.
fn kernel(size: WindowSize) -> Kernel<HeadlessEnvironment> {
    KernelBuilder::new()
        .with_map_window_config(HeadlessMapWindowConfig::new(size))
        .with_http_client(ReqwestHttpClient::new(None))
        .with_apc(SchedulerAsyncProcedureCall::new(TokioScheduler::new()))
        .with_scheduler(TokioScheduler::new())
        .build()
}

/// A fill per layer, the first at the bottom.
fn style(colors: &[u32]) -> Style {
    let layers = colors.iter().enumerate().map(|(n, color)| {
        let [_, red, green, blue] = color.to_be_bytes();
        StyleLayer {
            // The index is the depth, and depth 0 is what the frame is cleared to: nothing drawn there is seen.
            index: n as u32 + 1,
            id: shapes::layer_name(n),
            source_layer: Some(shapes::layer_name(n)),
            paint: Some(LayerPaint::Fill(FillPaint {
                fill_color: Some(csscolorparser::Color::from_rgba8(red, green, blue, 255)),
            })),
            ..StyleLayer::default()
        }
    });
    Style { layers: layers.collect(), ..Style::default() }
}

/// Copies the finished frame out of the graphics card's buffer.
struct ReadPixels {
    side: u32,
    pixels: Rc<RefCell<Vec<u8>>>,
}

impl Plugin<HeadlessEnvironment> for ReadPixels {
    fn build(
        &self,
        schedule: &mut Schedule,
        _kernel: Rc<Kernel<HeadlessEnvironment>>,
        _world: &mut World,
        _graph: &mut RenderGraph,
    ) {
        let system = ReadPixels { side: self.side, pixels: Rc::clone(&self.pixels) };
        schedule.add_system_to_stage(RenderStageLabel::Cleanup, SystemContainer::new(system));
    }
}

impl System for ReadPixels {
    fn name(&self) -> Cow<'static, str> {
        "read_pixels".into()
    }

    fn run(&mut self, context: &mut MapContext) {
        let renderer = &context.renderer;
        let Head::Headless(head) = renderer.resources.surface().head() else { return };
        let row = self.side as usize * 4;
        let padded = head.bytes_per_row().get() as usize;
        let slice = head.map_async(&renderer.device);
        {
            let mapped = slice.get_mapped_range();
            let mut pixels = self.pixels.borrow_mut();
            pixels.clear();
            pixels.extend(mapped.chunks(padded).filter_map(|chunk| chunk.get(..row)).flatten());
        }
        head.unmap();
    }
}
